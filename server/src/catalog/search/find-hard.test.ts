import { beforeAll, describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { seedWithEmptyPictures } from '../../operate/demo/demo-fixtures.ts'

const boots = ['Chowk suede boot', 'Chowk leather boot, oxblood']
const runners = ['Ember knit runner', 'Ridge runner, sage', 'Harbour knit runner, ink']
const sneakers = [...runners, 'Court low, bone', 'Dhobi canvas low, indigo', 'Banyan suede low']
const loafers = ['Raja bit loafer', 'Kohl loafer, black', 'Nawab suede loafer, sand']
const shirts = ['Marine Drive shirt', 'Monsoon check shirt', 'Goa linen shirt, salt', 'Jaipur camp shirt']
const tees = ['Field tee, banyan', 'Field tee, turmeric']
const dresses = ['Ruh silk dress', 'Neela print dress']
const prints = ['Anaar block-print kurta', 'Neel block-print kurta']
const kurtas = [...prints, 'Chandni linen kurta', 'Utsav silk kurta']
const automatics = ['Meridian 40 automatic', 'Tide 200 diver', 'Kohl 40, black', 'Savera, copper dial']
const knitwear = ['Shimla knit jumper, ink', 'Loopback sweatshirt']

/** What shoppers type and sensible results; written before search was changed to find them. */
const typed: [keyword: string, sensible: string[]][] = [
  // Colours and materials that the catalogue calls otherwise
  ['red dress', ['Ruh silk dress']],
  ['white sneekers', ['Court low, bone']],
  ['maroon kurta mens', ['Utsav silk kurta']],
  ['brwon shoes', ['Raja bit loafer', ...boots]],
  // Other names for what is sold
  ['trainers', sneakers],
  ['running shoes', runners],
  ['slip ons', loafers],
  ['chelsea boots', boots],
  ['frock', dresses],
  ['plaid shirt', ['Monsoon check shirt']],
  ['striped tshirt', ['Konkan stripe top']],
  ['stopwatch', ['Rally chronograph']],
  [
    'waterproof watch',
    ['Tide 200 diver', 'Indus field watch', 'Kohl 40, black', 'Meridian 40 automatic', 'Rally chronograph'],
  ],
  // What is not sold, with something near that is
  ['hoodie', ['Loopback sweatshirt']],
  ['polo', [...tees, ...shirts]],
  ['mens', [...shirts, ...tees, ...kurtas, ...knitwear, ...sneakers, ...loafers]],
  ['silk shirt', [...shirts, 'Utsav silk kurta']],
  ['canvas boots', ['Dhobi canvas low, indigo', ...boots]],
  // Misspelt
  ['snikers', sneakers],
  ['lether bots', ['Chowk leather boot, oxblood']],
  ['kutra', kurtas],
  ['linnen kurta white', ['Chandni linen kurta']],
  // Partly typed
  ['chrono', ['Rally chronograph']],
  ['auto watch', automatics],
  ['block pri', prints],
]

/** Misspelt keywords, written down before the search was. */
const misspelt = [
  ['sweat shirt', 'Loopback sweatshirt'],
  ['nawaab lofers', 'Nawab suede loafer, sand'],
  ['automtic watch', 'Meridian 40 automatic'],
  ['neel kurtha', 'Neel block-print kurta'],
  ['blockprint kurta', 'Anaar block-print kurta'],
  ['indus feild', 'Indus field watch'],
  ['noor champange', 'Noor, champagne'],
  ['t-shirts', 'Field tee, banyan'],
  ['monsson chek shirt', 'Monsoon check shirt'],
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
