import { beforeAll, describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { seedWithEmptyPictures } from '../../operate/demo/demo-fixtures.ts'

const boots = ['Chowk suede boot', 'Chowk leather boot, oxblood']
const runners = ['Ember knit runner', 'Ridge runner, sage', 'Harbour knit runner, ink']
const sneakers = [...runners, 'Court low, bone', 'Dhobi canvas low, indigo', 'Banyan suede low']
const leatherLoafers = ['Raja bit loafer', 'Kohl loafer, black']
const loafers = [...leatherLoafers, 'Nawab suede loafer, sand']
const shirts = ['Marine Drive shirt', 'Monsoon check shirt', 'Goa linen shirt, salt', 'Jaipur camp shirt']
const tees = ['Field tee, banyan', 'Field tee, turmeric']
const dresses = ['Ruh silk dress', 'Neela print dress']
const prints = ['Anaar block-print kurta', 'Neel block-print kurta']
const kurtas = [...prints, 'Chandni linen kurta', 'Utsav silk kurta']
const automatics = ['Meridian 40 automatic', 'Tide 200 diver', 'Kohl 40, black', 'Savera, copper dial']
const watches = [...automatics, 'Noor, champagne', 'Rally chronograph', 'Sitara, evergreen', 'Indus field watch']
const knitwear = ['Shimla knit jumper, ink', 'Loopback sweatshirt']

/** What shoppers type and sensible results; written before search was changed to find them. */
const typed: [keyword: string, sensible: string[]][] = [
  // Colours and materials that the catalogue calls otherwise
  ['red dress', ['Ruh silk dress']],
  ['silver watch', ['Meridian 40 automatic', 'Tide 200 diver', 'Rally chronograph', 'Savera, copper dial']],
  ['gold watch', ['Noor, champagne', 'Indus field watch']],
  ['blue sneakers', ['Harbour knit runner, ink', 'Dhobi canvas low, indigo']],
  ['white sneekers', ['Court low, bone']],
  ['tshirt yellow', ['Field tee, turmeric']],
  ['maroon kurta mens', ['Utsav silk kurta']],
  ['woolen pullover', ['Shimla knit jumper, ink']],
  ['brwon shoes', ['Raja bit loafer', ...boots]],
  ['choclate loafers', ['Raja bit loafer']],
  ['black formal shoes', ['Kohl loafer, black']],
  ['green watch strap', ['Sitara, evergreen', 'Indus field watch']],
  // Other names for what is sold
  ['trainers', sneakers],
  ['running shoes', runners],
  ['tennis shoes', sneakers],
  ['slip ons', loafers],
  ['moccasins', loafers],
  ['chelsea boots', boots],
  ['ankle boot', boots],
  ['sweater', knitwear],
  ['cardigan', knitwear],
  ['hooded sweatshirt', ['Loopback sweatshirt']],
  ['frock', dresses],
  ['evening gown', dresses],
  ['tunic', kurtas],
  ['kurti women', kurtas],
  ['plaid shirt', ['Monsoon check shirt']],
  ['flannel shirt', ['Monsoon check shirt']],
  ['striped tshirt', ['Konkan stripe top']],
  ['hawaiian shirt', ['Jaipur camp shirt']],
  ['stopwatch', ['Rally chronograph']],
  [
    'waterproof watch',
    ['Tide 200 diver', 'Indus field watch', 'Kohl 40, black', 'Meridian 40 automatic', 'Rally chronograph'],
  ],
  // What is not sold, with something near that is
  ['hoodie', ['Loopback sweatshirt']],
  ['polo', [...tees, ...shirts]],
  ['mens', [...shirts, ...tees, ...kurtas, ...knitwear, ...sneakers, ...loafers]],
  ['mens shirt', shirts],
  ['smartwatch', watches],
  ['denim shirt', shirts],
  ['silk shirt', [...shirts, 'Utsav silk kurta']],
  ['wedding kurta', kurtas],
  ['canvas boots', ['Dhobi canvas low, indigo', ...boots]],
  ['leather sandals', [...leatherLoafers, 'Chowk leather boot, oxblood']],
  // Misspelt
  ['snekers', sneakers],
  ['sneekers', sneakers],
  ['snikers', sneakers],
  ['botts', boots],
  ['lether bots', ['Chowk leather boot, oxblood']],
  ['wathces', watches],
  ['sweatshrit grey', ['Loopback sweatshirt']],
  ['leahter lofers', leatherLoafers],
  ['kutra', kurtas],
  ['drss', dresses],
  ['cotten shirts', ['Monsoon check shirt', 'Jaipur camp shirt']],
  ['linnen kurta white', ['Chandni linen kurta']],
  ['suede shose', ['Banyan suede low', 'Nawab suede loafer, sand', 'Chowk suede boot']],
  // Partly typed
  ['chrono', ['Rally chronograph']],
  ['auto watch', automatics],
  ['knit sneak', ['Ember knit runner', 'Harbour knit runner, ink']],
  ['block pri', prints],
  ['indigo dres', ['Neela print dress']],
]

/** Misspelt keywords, written down before the search was. */
const misspelt = [
  ['swetshirt', 'Loopback sweatshirt'],
  ['sweat shirt', 'Loopback sweatshirt'],
  ['loffer', 'Raja bit loafer'],
  ['nawaab lofers', 'Nawab suede loafer, sand'],
  ['chronogarph', 'Rally chronograph'],
  ['cronograph', 'Rally chronograph'],
  ['automtic watch', 'Meridian 40 automatic'],
  ['merridian automatik', 'Meridian 40 automatic'],
  ['neel kurtha', 'Neel block-print kurta'],
  ['silk kurti', 'Utsav silk kurta'],
  ['chandni linnen', 'Chandni linen kurta'],
  ['anar kurta', 'Anaar block-print kurta'],
  ['blockprint kurta', 'Anaar block-print kurta'],
  ['block prnit', 'Neel block-print kurta'],
  ['suade boot', 'Chowk suede boot'],
  ['swede loafer', 'Nawab suede loafer, sand'],
  ['lether boots', 'Chowk leather boot, oxblood'],
  ['oxblod', 'Chowk leather boot, oxblood'],
  ['ember runer', 'Ember knit runner'],
  ['harbor runner', 'Harbour knit runner, ink'],
  ['ridge runers', 'Ridge runner, sage'],
  ['canvass shoes', 'Dhobi canvas low, indigo'],
  ['dobi canvas', 'Dhobi canvas low, indigo'],
  ['banyan sued', 'Banyan suede low'],
  ['divers wach', 'Tide 200 diver'],
  ['indus feild', 'Indus field watch'],
  ['savera coper', 'Savera, copper dial'],
  ['sitara evergren', 'Sitara, evergreen'],
  ['noor champange', 'Noor, champagne'],
  ['t-shirts', 'Field tee, banyan'],
  ['tshirt tumeric', 'Field tee, turmeric'],
  ['oxfrod shirt', 'Marine Drive shirt'],
  ['monsson chek shirt', 'Monsoon check shirt'],
  ['jaipur campshirt', 'Jaipur camp shirt'],
  ['stripped top', 'Konkan stripe top'],
  ['shimla jumpr', 'Shimla knit jumper, ink'],
  ['silk drees', 'Ruh silk dress'],
  ['kohl 40 blak', 'Kohl 40, black'],
  ['goa linin', 'Goa linen shirt, salt'],
  ['court lo', 'Court low, bone'],
] as const

describe('the demo catalogue', () => {
  const shop = startShop()

  beforeAll(() => seedWithEmptyPictures(shop))

  it.each(typed)(
    'finds a sensible product among the first three for %j, and suggests one',
    async (keyword, sensible) => {
      const asked = encodeURIComponent(keyword)
      const [list, suggestions] = await Promise.all([
        shop.get(`/products?size=3&keyword=${asked}`),
        shop.get(`/products/suggestions?keyword=${asked}`),
      ])

      const names = (products: { name: string }[]) => products.slice(0, 3).map(({ name }) => name)
      const isSensible = (name: string) => sensible.includes(name)
      expect(names(list.data), 'listed').toSatisfy(names => names.some(isSensible))
      expect(names(suggestions.data.products), 'suggested').toSatisfy(names => names.some(isSensible))
    },
  )

  it.each(misspelt)('finds for %j among the first three: %s', async (keyword, name) => {
    const { data } = await shop.get(`/products?size=3&keyword=${encodeURIComponent(keyword)}`)

    expect(data.map((product: { name: string }) => product.name)).toContain(name)
  })
})
