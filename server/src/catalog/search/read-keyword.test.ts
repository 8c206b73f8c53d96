import { beforeAll, describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'

const shop = startShop()

beforeAll(async () => {
  const { id: shoes } = await shop.category({ name: 'Shoes' })
  const given = (name: string, price_cents: number, more: object = {}) => shop.product({ name, price_cents, ...more })
  const kurta = await given('Cream kurta', 4000)
  await shop.sizes(kurta.id, { M: 1, XL: 1 })
  const jumper = await given('Green jumper', 9000)
  await shop.sizes(jumper.id, { M: 1 })
  await given('Blue kurta', 2500, { on_sale: true, sale_price_cents: 2000 })
  await given('Canvas runner', 3000, { category_id: shoes })
  const boot = await given('Suede boot', 12_000, { category_id: shoes })
  await shop.sizes(boot.id, { 42: 1, 43: 0 })
  await given('Men’s wallet', 2000)
  await given('New Balance sock', 900)
  await given('Size guide book', 1100)
  await given('Plain scarf', 1500, {
    description: 'A scarf that goes with jeans and a coat, woven of wool in one colour.',
  })
})

async function search(keyword: string, more = '&read=true') {
  const { data, meta } = await shop.get(`/products?view=card&size=20&keyword=${encodeURIComponent(keyword)}${more}`)
  return { names: data.map(({ name }: { name: string }) => name), ...meta }
}

describe('a keyword that is read', () => {
  it.each([
    ['kurta under 30', { keyword: 'kurta', maxPrice: 30 }, ['Blue kurta']],
    ['kurta over ₹30', { keyword: 'kurta', minPrice: 30 }, ['Cream kurta']],
    ['between 35 and 95', { keyword: '', minPrice: 35, maxPrice: 95 }, ['Green jumper', 'Cream kurta']],
    ['cheap shoes', { keyword: 'shoes', sort: 'price-asc' }, ['Canvas runner', 'Suede boot']],
    ['new kurta', { keyword: 'kurta', sort: 'newest' }, ['Blue kurta', 'Cream kurta']],
    ['sale', { keyword: '', onSale: true }, ['Blue kurta']],
    ['kurta on sale', { keyword: 'kurta', onSale: true }, ['Blue kurta']],
    ['size 42', { keyword: '', option: { Size: ['42'] } }, ['Suede boot']],
    ['XL', { keyword: '', option: { Size: ['XL'] } }, ['Cream kurta']],
    ['green jumper size m', { keyword: 'green jumper', option: { Size: ['M'] } }, ['Green jumper']],
  ])('finds %j by its filters', async (keyword, reading, names) => {
    expect(await search(keyword)).toMatchObject({ reading, names })
  })

  it.each([
    ['New Balance', 'New Balance sock'],
    ['size guide book', 'Size guide book'],
  ])('finds %j by its name', async (keyword, name) => {
    const found = await search(keyword)

    expect(found.names).toEqual([name])
    expect(found).not.toHaveProperty('reading')
  })

  it('is searched as it is where no product would be left', async () => {
    expect(await search('kurta under 5')).toMatchObject({ partial: 'kurta' })
    expect(await search('kurta under 5')).not.toHaveProperty('reading')
  })

  it('is not read as what is taken off, and where a filter of the address says otherwise', async () => {
    expect((await search('cheap shoes', '&read=true&plain=sort')).reading).not.toHaveProperty('sort')
    expect((await search('kurta under 30', '&read=true&minPrice=35&maxPrice=45')).names).toEqual(['Cream kurta'])
  })

  it.each(['under %', 'below %', 'up to %', 'over %', 'between 1 and %', 'from % to %'])(
    'answers %j for an amount above every price',
    async phrase => {
      for (const digits of [9, 17, 40]) {
        const keyword = encodeURIComponent(phrase.replaceAll('%', '9'.repeat(digits)))
        for (const list of ['/products', '/products/on-sale', '/products/facets'])
          expect((await shop.get(`${list}?read=true&keyword=${keyword}`)).status, list).toBe(200)
      }
    },
  )

  it('B93 is literal without the parameter', async () => {
    expect(await search('kurta xl', '')).not.toHaveProperty('reading')
    expect((await search('kurta on sale', '')).names).not.toEqual(['Blue kurta'])
  })

  it('has the facets of what it was read as', async () => {
    const { data } = await shop.get('/products/facets?keyword=kurta%20xl&read=true')

    expect(data.inStock).toBe(1)
  })

  it.each(['gift for dad', 'present for my husband', 'gifts for men'])('finds what is for men by %j', async keyword => {
    const found = await search(keyword)

    expect(found.names).toEqual(['Men’s wallet'])
    expect(found).not.toHaveProperty('partial')
  })
})

it('says so when the words stand in descriptions alone', async () => {
  expect(await search('jeans', '')).toMatchObject({ names: ['Plain scarf'], mentioned: true })
  expect(await search('scarf', '')).not.toHaveProperty('mentioned')
})
