import { describe, expect, it } from 'vitest'
import { anotherId } from '../../../test/another-id.ts'
import { startShop } from '../../../test/shop.ts'
import { newId } from '../../platform/database/ids.ts'
import { onChange } from '../../platform/database/invalidation.ts'

const shop = startShop()

const isActive = (value: boolean) => ({ key: 'isActive', value })

async function patch(id: string, body: unknown, as?: Awaited<ReturnType<typeof shop.admin>>) {
  return shop.call('PATCH', `/products/${id}`, { body, as: as ?? (await shop.admin()) })
}

const versionOf = async (id: string) => (await shop.get(`/products/${id}`, await shop.admin())).data.version

describe('PATCH /products/:productId', () => {
  it('T405 B79 B80 sets a product inactive and active again, seen by the next request', async () => {
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

  it('B80 invalidates the product, its category and all lists', async () => {
    const category = await shop.category()
    const { id } = await shop.product({ category_id: category.id })
    const received: string[][] = []
    const stop = onChange(tags => void received.push([...tags]))

    await patch(id, isActive(false))
    await patch(id, isActive(false))

    stop()
    expect(received).toEqual([['catalog', `product:${id}`, `category:${category.slug}`]])
  })

  it("B92 makes another admin's loaded form stale, unless nothing changed", async () => {
    const { id } = await shop.product()

    await patch(id, isActive(true))
    expect(await versionOf(id)).toBe(1)
    await patch(id, isActive(false))
    expect(await versionOf(id)).toBe(2)
  })

  it.each(['price', 'reviews', 'stock', ''])('B79 refuses the key %j', async key => {
    const { id } = await shop.product()

    expect(await patch(id, { key, value: true })).toMatchObject({ status: 400, message: 'Key is not valid.' })
  })

  it('B79 refuses a value that is no boolean', async () => {
    const { id } = await shop.product()

    expect(await patch(id, { key: 'isActive', value: 'false' })).toMatchObject({
      status: 400,
      errors: { value: 'This is not an acceptable option.' },
    })
  })

  it('B91 refuses a body that names another product', async () => {
    const { id } = await shop.product()

    const answer = await patch(id, { ...isActive(false), productId: newId() })

    expect(answer).toMatchObject(anotherId('productId'))
    expect((await shop.get(`/products/${id}`)).status).toBe(200)
  })

  it('B86 does not find deleted and unknown products', async () => {
    const deleted = await shop.product({ deleted_at: new Date() })
    const refusal = { status: 404, message: 'Product not found.' }

    expect(await patch(deleted.id, isActive(true))).toMatchObject(refusal)
    expect(await patch(newId(), isActive(true))).toMatchObject(refusal)
  })

  it('refuses everyone but admins', async () => {
    const { id } = await shop.product()

    expect(await shop.call('PATCH', `/products/${id}`, { body: isActive(false) })).toMatchObject({ status: 401 })
    expect(await patch(id, isActive(false), await shop.customer())).toMatchObject({ status: 403 })
    expect((await shop.get(`/products/${id}`)).status).toBe(200)
  })
})
