/**
 * The words of a shop for clothes, shoes, watches and accessories, in the singular: things, materials, styles and uses.
 * Add a line where shoppers use a word that products do not.
 */
interface TradeTerms {
  /** Synonyms. */
  names: string
  /** Words for kinds of the thing; a search for the thing finds them, too. */
  kinds?: string
  /** Kinds in the name of a product only; in a description they mostly mean something else. */
  kindsInNames?: string
  /** Substitutes where it is not sold, the best first. */
  near?: string
}

const things: TradeTerms[] = [
  { names: 'tee tshirt', near: 'top shirt' },
  { names: 'polo', near: 'tee shirt' },
  { names: 'henley', near: 'tee top' },
  { names: 'shirt' },
  { names: 'hawaiian aloha', near: 'camp floral print' },
  { names: 'top' },
  { names: 'blouse', near: 'top shirt' },
  { names: 'vest tank singlet camisole', near: 'tee top' },
  { names: 'jumper sweater pullover', kindsInNames: 'turtleneck rollneck', near: 'sweatshirt' },
  { names: 'cardigan', near: 'jumper sweatshirt' },
  { names: 'hoodie hoody hooded', near: 'sweatshirt jumper' },
  { names: 'sweatshirt', near: 'jumper' },
  { names: 'fleece', near: 'sweatshirt jumper' },
  { names: 'knitwear', kindsInNames: 'jumper sweater pullover cardigan' },
  { names: 'jacket', kindsInNames: 'blazer parka windcheater windbreaker gilet', near: 'jumper sweatshirt' },
  { names: 'coat overcoat', kindsInNames: 'raincoat trenchcoat', near: 'jacket jumper sweatshirt' },
  { names: 'suit tuxedo waistcoat', near: 'jacket shirt' },
  { names: 'trouser pant slack', kindsInNames: 'chino jean jogger sweatpant trackpant' },
  { names: 'jean', near: 'trouser' },
  { names: 'short', near: 'trouser' },
  { names: 'legging tights', near: 'trouser' },
  { names: 'skirt', near: 'dress' },
  { names: 'dress frock gown', kindsInNames: 'sundress' },
  { names: 'jumpsuit romper playsuit dungaree', near: 'dress trouser' },
  { names: 'kurta kurti tunic kameez' },
  { names: 'sherwani achkan bandhgala', near: 'kurta' },
  { names: 'saree sari lehenga ghagra anarkali', near: 'dress kurta' },
  { names: 'salwar churidar palazzo dhoti pyjama pajama', near: 'trouser kurta' },
  { names: 'ethnic traditional', near: 'kurta saree' },
  { names: 'nightwear nightdress nightgown', near: 'dress tee' },
  { names: 'swimwear swimsuit bikini' },
  { names: 'underwear lingerie bra' },
  { names: 'clothing clothes apparel garment', near: 'shirt dress' },

  { names: 'shoe footwear' },
  { names: 'sneaker trainer runner', kindsInNames: 'plimsoll court low', near: 'shoe' },
  { names: 'tennis', kindsInNames: 'court', near: 'sneaker' },
  { names: 'loafer moccasin slipon', kindsInNames: 'espadrille', near: 'shoe' },
  { names: 'boot bootie', kindsInNames: 'chelsea chukka' },
  { names: 'sandal slide chappal', kindsInNames: 'flipflop kolhapuri', near: 'slipper loafer shoe' },
  { names: 'slipper mule', near: 'loafer sandal' },
  { names: 'heel stiletto', near: 'sandal shoe' },
  { names: 'brogue derby', near: 'loafer shoe' },
  { names: 'ballerina', near: 'loafer shoe' },
  { names: 'jutti mojari', near: 'loafer slipper' },

  { names: 'watch wristwatch timepiece' },
  { names: 'chronograph chrono stopwatch', near: 'watch' },
  { names: 'smartwatch', near: 'watch' },
  { names: 'clock', near: 'watch' },
  { names: 'diver diving dive' },
  { names: 'automatic', kindsInNames: 'selfwinding' },
  { names: 'strap', near: 'watch' },

  { names: 'bag handbag', kindsInNames: 'tote backpack rucksack satchel clutch' },
  { names: 'purse wallet' },
  { names: 'belt' },
  { names: 'scarf muffler', kindsInNames: 'shawl stole dupatta pashmina' },
  { names: 'hat', kindsInNames: 'cap beanie' },
  { names: 'sock stocking' },
  { names: 'glove mitten' },
  { names: 'tie necktie' },
  { names: 'sunglasses' },
  { names: 'umbrella' },
  { names: 'jewellery jewelry', kindsInNames: 'necklace earring bracelet bangle' },
]

const styles: TradeTerms[] = [
  { names: 'red', kinds: 'crimson scarlet maroon burgundy oxblood vermilion', kindsInNames: 'brick cherry ruby wine' },
  { names: 'pink', kinds: 'fuchsia magenta', kindsInNames: 'blush coral rose salmon' },
  { names: 'orange', kinds: 'terracotta tangerine', kindsInNames: 'apricot rust' },
  { names: 'yellow', kinds: 'mustard', kindsInNames: 'lemon saffron turmeric' },
  { names: 'green', kinds: 'olive', kindsInNames: 'emerald evergreen khaki mint moss sage' },
  { names: 'blue', kinds: 'azure cobalt indigo navy turquoise', kindsInNames: 'ink sky teal' },
  { names: 'purple violet', kinds: 'lilac mauve', kindsInNames: 'aubergine lavender plum' },
  { names: 'brown', kinds: 'chestnut', kindsInNames: 'camel chocolate coffee cognac tan tobacco' },
  { names: 'beige', kinds: 'ecru taupe', kindsInNames: 'camel oatmeal sand stone' },
  { names: 'white', kinds: 'ecru ivory', kindsInNames: 'bone chalk cream salt' },
  { names: 'black', kindsInNames: 'ebony jet onyx' },
  { names: 'grey gray', kinds: 'charcoal', kindsInNames: 'ash slate' },
  { names: 'gold golden', kindsInNames: 'brass bronze champagne' },
  { names: 'silver', kinds: 'steel' },
  { names: 'colour color' },
  { names: 'coloured colored' },

  { names: 'check checked checkered plaid tartan gingham' },
  { names: 'flannel', near: 'check brushed' },
  { names: 'stripe striped stripy', kinds: 'pinstripe breton' },
  { names: 'print printed patterned pattern' },
  { names: 'floral flower flowery', near: 'print' },
  { names: 'paisley', near: 'print' },
  { names: 'plain solid' },
  { names: 'embroidered embroidery' },

  { names: 'wool woolen woollen', kinds: 'cashmere lambswool merino mohair' },
  { names: 'cotton' },
  { names: 'linen', kinds: 'flax' },
  { names: 'silk silken', kinds: 'dupion satin' },
  { names: 'leather', kinds: 'nappa' },
  { names: 'suede nubuck', near: 'leather' },
  { names: 'denim' },
  { names: 'velvet' },
  { names: 'corduroy', near: 'twill' },
  { names: 'canvas' },
  { names: 'knit knitted' },
  { names: 'steel stainless' },
  { names: 'waterproof', kinds: 'resistant' },
]

/** For whom and when: few shops write these on products. */
const uses: TradeTerms[] = [
  { names: 'formal office business' },
  { names: 'casual' },
  { names: 'party festive wedding occasion' },
  { names: 'sport sporty gym fitness' },
  { names: 'summer' },
  { names: 'winter' },
  { names: 'gift present' },
  { names: 'sale discount' },
  { names: 'dad father papa', kinds: 'men man male menswear' },
  { names: 'husband boyfriend', kinds: 'men man male menswear' },
  { names: 'him', kinds: 'men man male menswear' },
  { names: 'mom mum mother', kinds: 'women woman female lady womenswear' },
  { names: 'wife girlfriend', kinds: 'women woman female lady womenswear' },
  { names: 'her', kinds: 'women woman female lady womenswear' },
]

export const tradeSynonyms = [...things, ...styles, ...uses]

/** Words for people, each with results for that word alone. */
export const termsForPeople = [
  {
    names: 'men mens man male gent gentleman menswear dad father papa husband boyfriend him',
    near: 'shirt trouser kurta shoe watch',
  },
  {
    names: 'women womens woman female lady womenswear mom mum mother wife girlfriend her',
    near: 'dress kurta top shoe watch',
  },
  { names: 'boy girl kid child children baby toddler', near: 'tee shirt shoe' },
  { names: 'unisex', near: 'tee shirt shoe watch' },
]
