import { describe, expect, it } from 'vitest'
import { anotherId } from '../../test/another-id.ts'
import { tagsDroppedBy } from '../../test/dropped-tags.ts'
import { startShop } from '../../test/shop.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { newId } from '../platform/database/ids.ts'
import { staffOf } from './products-fixtures.ts'

const shop = startShop()
const { aProduct, put, auditEventsOn } = staffOf(shop)
const { buy, stockOf } = shoppersOf(shop)

const admin = shop.anAdmin()

/** Creates a product with every field; answers the request's body and the answer. */
async function created(given: Parameters<typeof aProduct>[0] = {}) {
  const input = await aProduct(given)
  return { input, data: (await shop.post('/products', input, admin)).data }
}

describe('POST /products', () => {
  it('T380 T263 creates a product that GET answers with the same values', async () => {
    const input = await aProduct()

    const answer = await shop.post('/products', input, admin)

    expect(answer).toMatchObject({ status: 201, message: 'Product created successfully.' })
    const { name, description, price, onSale, salePrice, stock, isActive } = input
    expect(answer.data).toMatchObject({
      ...{ name, description, price, onSale, salePrice, stock, isActive, version: 1, reviews: [] },
      category: { _id: input.category },
      thumbnail: { _id: input.thumbnail },
      gallery: input.gallery.map(_id => ({ _id })),
    })
    expect((await shop.get(`/products/${answer.data._id}`)).data).toEqual(answer.data)
    expect(await stockOf(answer.data._id)).toBe(20)
    expect(await auditEventsOn(`product:${answer.data._id}`)).toEqual([
      {
        ...{ actor: admin.id, action: 'product.created', before: null },
        after: { ...input, slug: 'linen-shirt', options: [], variants: [] },
      },
    ])
  })

  it('T312 B9 keeps a draft inactive, at its full price', async () => {
    const { onSale, isActive, salePrice, gallery, ...draft } = await aProduct()

    const { data } = await shop.post('/products', draft, admin)

    expect(data).toMatchObject({ isActive: false, onSale: true, salePrice: 0, gallery: [] })
    expect((await shop.get(`/products/${data._id}`)).status).toBe(404)
    expect((await shop.get('/products/inactive', admin)).data[0]._id).toBe(data._id)
  })

  it('B4 stores prices to the cent', async () => {
    const { data } = await created({ price: 199.999, salePrice: 149.994 })

    expect(data).toMatchObject({ price: 200, salePrice: 149.99 })
  })

  it('T311 B90 refuses an unknown category and unknown pictures, each on its field', async () => {
    const input = await aProduct({ category: newId(), thumbnail: newId(), gallery: [newId()] })

    const answer = await shop.post('/products', input, admin)

    expect(answer).toMatchObject({ status: 400, message: 'Category not found.' })
    expect(answer.errors).toEqual({
      category: 'Category not found.',
      thumbnail: 'Media not found.',
      gallery: 'Media not found.',
    })
  })

  it('B90 shows a picture of the gallery once, also where it is the thumbnail', async () => {
    const { id } = await shop.media()
    const other = await shop.media()

    const { data } = await created({ thumbnail: id, gallery: [other.id, id, other.id] })

    expect(data.thumbnail._id).toBe(id)
    expect(data.gallery.map(({ _id }: { _id: string }) => _id)).toEqual([other.id, id])
  })
})

describe('PUT /products/:productId', () => {
  it('T381 saves every field, and invalidates the pages of both categories', async () => {
    const { data } = await created()
    const next = await aProduct({ name: 'Silk shirt', price: 120, salePrice: 90, stock: 7, gallery: [] })

    const answers: Awaited<ReturnType<typeof put>>[] = []
    const received = await tagsDroppedBy(async () => {
      answers.push(await put(data._id, { ...next, productId: data._id, version: 1 }, admin))
    })

    const [answer] = answers
    expect(answer).toMatchObject({ status: 200, message: 'Product updated successfully.' })
    expect(answer?.data).toMatchObject({ name: 'Silk shirt', price: 120, stock: 7, gallery: [], version: 2 })
    expect((await shop.get(`/products/${data._id}`)).data).toEqual(answer?.data)
    expect(new Set(received)).toEqual(
      new Set([
        'catalog',
        `product:${data._id}`,
        `category:${data.category.slug}`,
        `category:${answer?.data.category.slug}`,
      ]),
    )
    expect(await stockOf(data._id)).toBe(7)
  })

  it('T381 B91 keeps what was left out, and audits what changed', async () => {
    const { data } = await created()
    await shop.post(
      `/products/${data._id}/reviews`,
      { title: 'Sits well on me', rating: 5, comment: 'Washed five times and not faded.' },
      await shop.customer(),
    )

    const answer = await put(data._id, { price: 130 }, admin)

    const { reviews, rating, ...rest } = answer.data
    const { reviews: _, rating: __, ...before } = data
    const variants = [{ ...before.variants[0], price: 130 }]
    expect(rest).toEqual({ ...before, price: 130, variants, version: 2 })
    expect(reviews).toHaveLength(1)
    expect((await auditEventsOn(`product:${data._id}`))[0]).toEqual({
      actor: admin.id,
      action: 'product.updated',
      before: { price: 100 },
      after: { price: 130 },
    })
  })

  it('B8 B91 refuses a change that breaks a rule together with the kept fields', async () => {
    const { data } = await created({ price: 100, salePrice: 80 })

    expect(await put(data._id, { price: 80 }, admin)).toMatchObject({
      status: 400,
      errors: { salePrice: 'Sale price should be less than regular price.' },
    })
    expect(await put(data._id, { productId: newId() }, admin)).toMatchObject(anotherId('productId'))
    expect(await put(data._id, { category: newId() }, admin)).toMatchObject({ status: 400 })
    expect((await shop.get(`/products/${data._id}`)).data).toEqual(data)
  })

  it('B92 refuses a form that was loaded before another admin saved', async () => {
    const { data } = await created()

    expect(await put(data._id, { name: 'Cotton shirt', version: data.version }, admin)).toMatchObject({ status: 200 })
    expect(await put(data._id, { name: 'Khadi shirt', version: data.version }, admin)).toMatchObject({
      status: 409,
      message: 'This item was changed by someone else. Please reload.',
    })
    expect(await put(data._id, { name: 'Khadi shirt' }, admin)).toMatchObject({ status: 200 })
  })

  it('B92 lets one of several saves of the same version win', async () => {
    const { data } = await created()

    const answers = await Promise.all(
      [1, 2, 3, 4].map(n => put(data._id, { name: `Shirt number ${n}`, version: data.version }, admin)),
    )

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect((await shop.get(`/products/${data._id}`)).data.version).toBe(2)
  })

  it('B92 adds the difference to what is left after sales, and sales make no form stale', async () => {
    const { data } = await created({ stock: 20 })
    await buy(await shop.customer(), [{ product: data._id, quantity: 3 }])
    const form = { version: data.version, baseStock: 20 }

    const named = await put(data._id, { ...form, name: 'Cotton shirt', stock: 20 }, admin)
    const more = await put(data._id, { stock: 25, baseStock: 20 }, admin)

    expect(named.data.stock).toBe(17)
    expect(more.data.stock).toBe(22)
    expect(await stockOf(data._id)).toBe(22)
  })

  it('B92 never reduces the stock below zero', async () => {
    const { data } = await created({ name: 'Linen shirt', stock: 5 })
    await buy(await shop.customer(), [{ product: data._id, quantity: 3 }])

    expect(await put(data._id, { stock: 2, baseStock: 5 }, admin)).toMatchObject({
      status: 409,
      message: 'Linen shirt has only 2 left in stock.',
    })
    expect(await stockOf(data._id)).toBe(2)
  })

  it('B12 B13 loses no unit while it is edited and sold at the same time', async () => {
    const { data } = await created({ stock: 10 })
    const customer = await shop.customer()

    const [sales, edits] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => buy(customer, [{ product: data._id, quantity: 1 }]))),
      Promise.all(Array.from({ length: 5 }, () => put(data._id, { stock: 12, baseStock: 10 }, admin))),
    ])

    expect(edits.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(sales.map(({ status }) => status)).toEqual(sales.map(() => 201))
    expect(await stockOf(data._id)).toBe(10)
  })
})

describe('DELETE /products/:id', () => {
  it('T382 B86 deletes a product, and leaves orders as they were', async () => {
    const { data } = await created()
    const customer = await shop.customer()
    const order = (await buy(customer, [{ product: data._id, quantity: 2 }])).data
    const count = async () => (await shop.get(`/categories/${data.category._id}`, admin)).data.count

    expect(await count()).toBe(1)
    const answer = await shop.call('DELETE', `/products/${data._id}`, { as: admin })

    expect(answer).toMatchObject({ status: 200, message: 'Product deleted successfully.', data: null })
    for (const visitor of [undefined, admin]) {
      expect(await shop.get(`/products/${data._id}`, visitor)).toMatchObject({
        status: 404,
        message: 'Product not found.',
      })
    }
    expect(await count()).toBe(0)
    expect((await shop.get(`/products/cards?ids=${data._id}`)).data).toEqual([])
    expect((await shop.get(`/orders/current-user/${order._id}`, customer)).data).toEqual(order)
    expect(await buy(customer, [{ product: data._id, quantity: 1 }])).toMatchObject({ status: 409 })
    expect((await auditEventsOn(`product:${data._id}`))[0]).toMatchObject({
      action: 'product.deleted',
      before: { name: 'Linen shirt', stock: 18 },
    })
  })

  it('B86 deletes once, and invalidates pages', async () => {
    const { data } = await created()
    const remove = () => shop.call('DELETE', `/products/${data._id}`, { as: admin })

    const received = await tagsDroppedBy(async () => {
      const answers = await Promise.all([remove(), remove()])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    })

    expect(received).toEqual(['catalog', `product:${data._id}`, `category:${data.category.slug}`])
    expect(await put(data._id, { name: 'Linen shirt again' }, admin)).toMatchObject({ status: 404 })
    expect(await put(newId(), { name: 'Linen shirt again' }, admin)).toMatchObject({ status: 404 })
  })
})
