import { beforeAll, describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { staffOf } from '../products-fixtures.ts'

const shop = startShop()
const { aProduct } = staffOf(shop)

const admin = shop.anAdmin()
beforeAll(async () => {
  await addKurta('Long kurta', [
    { Size: 'XL', Colour: 'Rust' },
    { Size: 'M', Colour: 'Teal Blue' },
  ])
  await addKurta('Short kurta', [{ Size: 'M', Colour: 'Rust' }])
  await shop.product({ name: 'Plain belt', price_cents: 9000, on_sale: true, sale_price_cents: 8000 })
  await shop.product({ name: 'Iron kurta pin', description: 'An XL pin, of iron that does not rust.' })
  await addKurta('Suede boot', [{ 'EU size': '42' }])
})

async function addKurta(name: string, variants: Record<string, string>[]) {
  const names = Object.keys(variants[0] ?? {})
  const values = (option: string) => [...new Set(variants.map(variant => variant[option]))].map(name => ({ name }))
  const { stock: _, ...product } = await aProduct({ name, price: 40, onSale: false, salePrice: 0 })
  const answer = await shop.post(
    '/products',
    {
      ...product,
      ...{ isActive: true, options: names.map(name => ({ name, values: values(name) })) },
      variants: variants.map(options => ({ options, stock: 1 })),
    },
    admin,
  )
  expect(answer.status).toBe(201)
}

const ALL = ['Suede boot', 'Iron kurta pin', 'Plain belt', 'Short kurta', 'Long kurta']
const KURTAS = ['Iron kurta pin', 'Short kurta', 'Long kurta']

async function search(keyword: string, plain = '') {
  const query = `keyword=${encodeURIComponent(keyword)}&read=true&plain=${plain}`
  const { data, meta } = await shop.get(`/products?view=card&size=20&${query}`)
  return { names: data.map(({ name }: { name: string }) => name).sort(), ...meta }
}

describe('the words of a filter that was taken off', () => {
  it.each([
    ['sale', 'sale', '', ALL],
    ['42', 'option', '', ALL],
    ['rust xl on sale', 'sale,option', '', ALL],
    ['newest kurta', 'sort', 'kurta', KURTAS],
    ['kurta on sale under 50', 'price,sale,sort,best,option', 'kurta', KURTAS],
  ])('are left out of the search where no product has them: %j without %s', async (keyword, plain, left, names) => {
    const found = await search(keyword, plain)

    expect(found).toMatchObject({ reading: { keyword: left, isShortened: true }, names: [...names].sort() })
    expect(found).not.toHaveProperty('partial')
    expect(found).not.toHaveProperty('correction')
    const { data } = await shop.get(`/products/facets?read=true&keyword=${encodeURIComponent(keyword)}&plain=${plain}`)
    expect(data.inStock).toBe(names.length)
  })

  it('leave the filters that are still there', async () => {
    expect(await search('kurta xl under 50', 'price')).toMatchObject({
      reading: { keyword: 'kurta', option: { Size: ['XL'] }, isShortened: true },
      names: ['Long kurta'],
    })
  })

  it('are searched where a product is called by them', async () => {
    await shop.product({ name: 'Jumble sale poster' })

    expect(await search('sale', 'sale')).toMatchObject({ names: ['Jumble sale poster'] })
  })
})

describe('a word that is a value of an option', () => {
  it('is read as one though a description has it, in the spelling of the shop', async () => {
    expect(await search('kurta xl rust')).toMatchObject({
      reading: { keyword: 'kurta', option: { Size: ['XL'], Colour: ['Rust'] } },
      names: ['Long kurta'],
    })
    expect(await search('RUST kurta')).toMatchObject({
      reading: { keyword: 'kurta', option: { Colour: ['Rust'] } },
      names: ['Long kurta', 'Short kurta'],
    })
    expect(await search('boot 42')).toMatchObject({ reading: { option: { 'EU size': ['42'] } }, names: ['Suede boot'] })
  })
})
