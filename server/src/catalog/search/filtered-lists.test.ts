import type { ProductSort } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { aWord } from '../../../test/a-word.ts'
import { startShop } from '../../../test/shop.ts'

const shop = startShop()

async function names(address: string): Promise<string[]> {
  const { data } = await shop.get(address)
  return data.map((product: { name: string }) => product.name)
}

/** Sets a rating; the trigger copies it to the index. */
const rate = (id: string, rating_points: number, rating_count: number) =>
  shop.db.updateTable('products').set({ rating_points, rating_count }).where('id', '=', id).execute()

describe('a list of products', () => {
  it('T376 is filtered by category, by its slug', async () => {
    const word = aWord()
    const shoes = await shop.category()
    await shop.product({ name: `${word} loafer`, category_id: shoes.id })
    await shop.product({ name: `${word} shirt` })

    expect(await names(`/products?keyword=${word}&category=${shoes.slug}`)).toEqual([`${word} loafer`])
    expect(await names(`/products?keyword=${word}&category=nowhere`)).toEqual([])
  })

  it('B8 is filtered by the present price, both ends included', async () => {
    const word = aWord()
    await shop.product({ name: `${word} cheap`, price_cents: 1999 })
    await shop.product({ name: `${word} reduced`, price_cents: 9900, on_sale: true, sale_price_cents: 2000 })
    await shop.product({ name: `${word} not reduced`, price_cents: 9900, on_sale: true, sale_price_cents: 0 })
    await shop.product({ name: `${word} dear`, price_cents: 9901 })

    expect(await names(`/products?keyword=${word}&minPrice=20&maxPrice=99`)).toEqual([
      `${word} not reduced`,
      `${word} reduced`,
    ])
    expect(await names(`/products?keyword=${word}&maxPrice=19.99`)).toEqual([`${word} cheap`])
  })

  it('is filtered by stock, from the sale of the last unit on', async () => {
    const word = aWord()
    const { id } = await shop.product({ name: `${word} last one`, stock: 1 })
    await shop.product({ name: `${word} sold out`, stock: 0 })
    const inStock = () => names(`/products?keyword=${word}&inStock=true`)
    const setStock = (quantity: number) =>
      shop.db.updateTable('stock').set({ quantity }).where('product_id', '=', id).execute()

    expect(await inStock()).toEqual([`${word} last one`])
    await setStock(0)
    expect(await inStock()).toEqual([])
    await setStock(3)
    expect(await inStock()).toEqual([`${word} last one`])
  })

  it('is filtered by average stars', async () => {
    const word = aWord()
    const [good, fair] = [await shop.product({ name: `${word} good` }), await shop.product({ name: `${word} fair` })]
    await shop.product({ name: `${word} unrated` })
    await rate(good.id, 8, 2)
    await rate(fair.id, 7, 2)

    expect(await names(`/products?keyword=${word}&rating=4`)).toEqual([`${word} good`])
    expect(await names(`/products?keyword=${word}&rating=3`)).toEqual([`${word} fair`, `${word} good`])
  })

  it.each([
    ['minPrice', 'abc'],
    ['maxPrice', '-1'],
    ['rating', '9'],
    ['inStock', 'maybe'],
    ['sort', 'random'],
    ['category', 'x'.repeat(191)],
  ])('ignores an invalid %s, so that no link breaks', async (filter, value) => {
    const word = aWord()
    await shop.product({ name: word })

    expect(await names(`/products?keyword=${word}&${filter}=${value}`)).toEqual([word])
  })

  it.each([
    ['newest', ['new', 'middle', 'old']],
    ['price-asc', ['old', 'new', 'middle']],
    ['price-desc', ['middle', 'new', 'old']],
    ['rating', ['old', 'middle', 'new']],
  ] satisfies [ProductSort, string[]][])('T271 comes in the order %s', async (sort, order) => {
    const word = aWord()
    const category = await shop.category()
    const inOne = { category_id: category.id }
    const old = await shop.product({ ...inOne, name: `${word} old`, price_cents: 1_000 })
    const middle = await shop.product({ ...inOne, name: `${word} middle`, price_cents: 3_000 })
    await shop.product({ ...inOne, name: `${word} new`, price_cents: 9_000, on_sale: true, sale_price_cents: 2_000 })
    await rate(old.id, 5, 1)
    await rate(middle.id, 9, 2)

    const expected = order.map(name => `${word} ${name}`)
    expect(await names(`/products?keyword=${word}&sort=${sort}`)).toEqual(expected)
    expect(await names(`/categories/id/${category.id}/products?sort=${sort}`)).toEqual(expected)
    expect(
      await names(`/categories/slug/${category.slug}/products?keyword=${word}&sort=${sort}&size=2&page=2`),
    ).toEqual(expected.slice(2))
  })

  it('ranks the word in the name above its beginning there, the category and the description', async () => {
    const word = aWord()
    const category = await shop.category({ name: `Things of ${word}` })
    await shop.product({ name: 'In the name', description: 'Of no help.' })
    await shop.product({ name: `Best ${word}` })
    await shop.product({ name: `Good ${word}ish` })
    await shop.product({ name: 'Fair', category_id: category.id })
    await shop.product({ name: 'Far', description: `Goes well with ${word}.` })

    const order = [`Best ${word}`, `Good ${word}ish`, 'Fair', 'Far']
    expect(await names(`/products?keyword=${word}`)).toEqual(order)
    expect(await names(`/products?keyword=${word}&size=2&page=2`)).toEqual(order.slice(2))
  })
})

describe('GET /products/inactive', () => {
  it('T260 T378 B81 holds inactive products, for admins only', async () => {
    const word = aWord()
    await shop.product({ name: `${word} shown` })
    await shop.product({ name: `${word} older`, is_active: false })
    await shop.product({ name: `${word} newer`, is_active: false })
    await shop.product({ name: `${word} deleted`, is_active: false, deleted_at: new Date() })

    const { data, meta } = await shop.get(`/products/inactive?size=1000&keyword=${word}`, await shop.admin())

    expect(data).toMatchObject([{ name: `${word} newer`, isActive: false }, { name: `${word} older` }])
    expect(meta).toEqual({ page: 1, size: 1000, pageCount: 1, total: 2 })
    expect(await shop.get('/products/inactive')).toMatchObject({ status: 401 })
    expect(await shop.get('/products/inactive', await shop.customer())).toMatchObject({ status: 403 })
  })
})
