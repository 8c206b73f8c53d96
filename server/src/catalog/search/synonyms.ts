import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { stem, typedTerms } from './analyzer.ts'

const things: TradeTerms[] = [
  { names: 'tee tshirt', near: 'top shirt' },
  { names: 'polo', near: 'tee shirt' },
  { names: 'henley', near: 'tee top' },
  { names: 'hawaiian aloha', near: 'camp floral print' },
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
  { names: 'scarf muffler', kindsInNames: 'shawl stole dupatta pashmina' },
  { names: 'hat', kindsInNames: 'cap beanie' },
  { names: 'sock stocking' },
  { names: 'glove mitten' },
  { names: 'tie necktie' },
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
  { names: 'linen', kinds: 'flax' },
  { names: 'silk silken', kinds: 'dupion satin' },
  { names: 'leather', kinds: 'nappa' },
  { names: 'suede nubuck', near: 'leather' },
  { names: 'corduroy', near: 'twill' },
  { names: 'knit knitted' },
  { names: 'steel stainless' },
  { names: 'waterproof', kinds: 'resistant' },
]

/** For whom and when: few shops write these on products. */
const uses: TradeTerms[] = [
  { names: 'formal office business' },
  { names: 'party festive wedding occasion' },
  { names: 'sport sporty gym fitness' },
  { names: 'gift present' },
  { names: 'sale discount' },
  { names: 'dad father papa', kinds: 'men man male menswear' },
  { names: 'husband boyfriend', kinds: 'men man male menswear' },
  { names: 'him', kinds: 'men man male menswear' },
  { names: 'mom mum mother', kinds: 'women woman female lady womenswear' },
  { names: 'wife girlfriend', kinds: 'women woman female lady womenswear' },
  { names: 'her', kinds: 'women woman female lady womenswear' },
]

const tradeSynonyms = [...things, ...styles, ...uses]

const WITHOUT_SYNONYMS = 'belt sunglasses umbrella cotton denim velvet canvas casual summer winter'

/** Words for people, each with results for that word alone. */
const termsForPeople = [
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

const listed = (words?: string) => words?.split(' ') ?? []
const wordsOf = (terms: TradeTerms) => Object.values(terms).flatMap(listed)
const stems = (words?: string) => listed(words).map(stem)

export const ALL_TRADE_TERMS: readonly string[] = [
  ...new Set([...tradeSynonyms, ...termsForPeople, { names: WITHOUT_SYNONYMS }].flatMap(wordsOf)),
]

const people = new Map(
  termsForPeople.flatMap(({ names, near }) => stems(names).map(name => [name, listed(near)] as const)),
)
export const isForPeople = (word: string) => people.has(stem(word))

type Relation = Map<string, Set<string>>

function relate(relation: Relation, words: string[], to: string[]) {
  for (const word of words) relation.set(word, new Set([...(relation.get(word) ?? []), ...to]))
}

const anywhere: Relation = new Map()
const inNames: Relation = new Map()
const nearby: Relation = new Map([...people].map(([word, near]) => [word, new Set(near)]))
for (const { names, kinds, kindsInNames, near } of tradeSynonyms) {
  const same = [...stems(names), ...stems(kinds)]
  relate(anywhere, stems(names), same)
  relate(inNames, stems(names), [...same, ...stems(kindsInNames)])
  relate(nearby, [...same, ...stems(kindsInNames)], [...listed(names), ...listed(near)])
}

const others = (relation: Relation, word: string): readonly string[] =>
  [...(relation.get(stem(word)) ?? [])].filter(other => stem(other) !== stem(word))

/** Synonyms of a word and of its kinds, in the singular. */
export const synonymsOf = (word: string): readonly string[] => others(anywhere, word)

/** Those of synonymsOf() and those that apply in product names only. */
export const synonymsInNames = (word: string): readonly string[] => others(inNames, word)

/** What to show instead of a thing that is not sold, nor under a synonym; the best first. */
export function nearestTerms(word: string): readonly string[] {
  const same = new Set(synonymsInNames(word))
  return others(nearby, word).filter(other => !same.has(stem(other)))
}

/**
 * The words of a shop for clothes, shoes, watches and accessories, in the singular: things, materials, styles and uses.
 * Add a line where shoppers use a word that products do not.
 */
interface TradeTerms {
  names: string
  /** Words for kinds of the thing; a search for the thing finds them, too. */
  kinds?: string
  /** Kinds in the name of a product only; in a description they mostly mean something else. */
  kindsInNames?: string
  /** Substitutes where it is not sold, the best first. */
  near?: string
}

/** The owner's words for the same thing: by each in the singular, the others. */
export type OwnSynonyms = ReadonlyMap<string, readonly string[]>

export async function findOwnSynonyms(db: Database): Promise<OwnSynonyms> {
  const lines = sql<string[] | null>`changes #> '{search,synonyms}'`
  const found = await db.selectFrom('settings').select(lines.as('lines')).executeTakeFirst()
  return synonymsOfLines(found?.lines ?? [])
}

/** Each line names one thing in several words, with commas between them. */
function synonymsOfLines(lines: readonly string[]): OwnSynonyms {
  const synonyms = new Map<string, string[]>()
  for (const line of lines) {
    const words = [...new Set(line.split(',').map(word => stem(typedTerms(word).join(''))))].filter(Boolean)
    for (const word of words) {
      const others = words.filter(other => other !== word)
      synonyms.set(word, [...new Set([...(synonyms.get(word) ?? []), ...others])])
    }
  }
  return synonyms
}
