import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { newId } from '../../platform/database/ids.ts'
import { staffOf } from '../products-fixtures.ts'

const shop = startShop()

const isActive = (value: boolean) => ({ key: 'isActive', value })

async function patch(id: string, body: unknown, as?: Awaited<ReturnType<typeof shop.admin>>) {
  return shop.call('PATCH', `/products/${id}`, { body, as: as ?? (await shop.admin()) })
}

describe('PATCH /products/:productId', () => {
  it('T383 T405 B79 B80 sets a product inactive and active again, seen by the next request', async () => {
    const word = `zari${newId()}`
    const category = await shop.category()
    const product = await shop.product({ name: word, category_id: category.id, on_sale: true, sale_price_cents: 1 })
    const lists = [
      '/products?size=100',
      `/products?keyword=${word}`,
      `/products/on-sale?keyword=${word}`,
      `/categories/slug/${category.slug}/products`,
      `/categories/slug/${category.slug}/products?keyword=${word}&inStock=true`,
    ]
    const seenIn = async () => {
      const answers = await Promise.all(lists.map(list => shop.get(list)))
      return answers.map(({ data }) => data.some(({ _id }: { _id: string }) => _id === product.id))
    }

    const off = await patch(product.id, { ...isActive(false), productId: product.id })
    expect(off).toMatchObject({
      status: 200,
      message: 'Product deactivated successfully.',
      data: { _id: product.id, isActive: false },
    })
    expect(await seenIn()).toEqual(lists.map(() => false))
    expect(await shop.get(`/products/${product.id}`)).toMatchObject({
      status: 404,
      message: 'Product is not available.',
    })
    expect((await shop.get(`/products/${product.id}`, await shop.admin())).data.isActive).toBe(false)

    const on = await patch(product.id, isActive(true))
    expect(on).toMatchObject({ message: 'Product activated successfully.', data: { isActive: true } })
    expect(await seenIn()).toEqual(lists.map(() => true))
  })

  it.each([
    [{ key: 'price', value: true }, { message: 'Key is not valid.' }],
    [{ key: '', value: true }, { message: 'Key is not valid.' }],
    [{ key: 'isActive', value: 'false' }, { errors: { value: 'This is not an acceptable option.' } }],
  ])('B79 refuses %j', async (body, answer) => {
    const { id } = await shop.product()

    expect(await patch(id, body)).toMatchObject({ status: 400, ...answer })
  })
})

describe('the index of products', () => {
  const { aProduct, put } = staffOf(shop)

  it('a product with a text that is one word without an end is saved, and found by its other words', async () => {
    const word = `zari${newId()}`
    const endless = [...randomBytes(4000)].map(byte => String.fromCharCode(97 + (byte % 26))).join('')

    const { id } = await shop.product({ name: `Scarf ${word}`, description: `Fine ${endless}` })

    const { data } = await shop.get(`/products?keyword=${word}`)
    expect(data).toMatchObject([{ _id: id }])
  })

  it('products that are indexed at once by several callers block each other in no circle', async () => {
    const { id: category_id } = await shop.category()

    for (let round = 0; round < 12; round++) {
      const products = await Promise.all(Array.from({ length: 8 }, () => shop.product({ category_id })))
      expect(products).toHaveLength(8)
    }

    const unread = await shop.db.selectFrom('product_index').select('product_id').where('terms', 'is', null).execute()
    expect(unread).toEqual([])
  })

  it('a product is found by its vendor as soon as that changes', async () => {
    const admin = await shop.admin()
    const found = async (word: string) => (await shop.get(`/products?keyword=${word}`)).data.length
    const { data } = await shop.post('/products', await aProduct({ vendor: 'Chandrakala Looms' }), admin)

    expect(await found('chandrakala')).toBe(1)
    await put(data._id, { vendor: 'Suryamukhi Looms' }, admin)

    expect([await found('chandrakala'), await found('suryamukhi')]).toEqual([0, 1])
  })
})
