import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { newId } from '../platform/database/ids.ts'
import { shoppersOf } from './orders-fixtures.ts'

const shop = startShop()
const { buy } = shoppersOf(shop)

describe('GET /orders/current-user', () => {
  it("T371 T270 B25 lists the customer's own orders, newest first, with ids of products and payment", async () => {
    const [asha, ravi] = [await shop.customer(), await shop.customer()]
    const { id } = await shop.product()
    const line = { product: id, quantity: 1 }
    await buy(ravi, [line])
    const first = await buy(asha, [line])
    const second = await buy(asha, [line])

    const all = await shop.get('/orders/current-user/', asha)
    const page = await shop.get('/orders/current-user?size=1&page=2', asha)

    expect(all.data.map(({ _id }: { _id: string }) => _id)).toEqual([second.data._id, first.data._id])
    expect(all.data[0]).toMatchObject({ payment: null, products: [{ product: id, price: 100, quantity: 1 }] })
    expect(all.meta).toEqual({ page: 1, size: 100, pageCount: 1, total: 2 })
    expect(page.data).toMatchObject([{ _id: first.data._id }])
    expect(page.meta).toEqual({ page: 2, size: 1, pageCount: 2, total: 2 })
  })

  it('T372 B29 shows an order to its customer; to others it does not exist', async () => {
    const [asha, ravi] = [await shop.customer(), await shop.customer()]
    const { data } = await buy(asha, [{ product: (await shop.product()).id, quantity: 1 }])
    const path = `/orders/current-user/${data._id}`

    expect(await shop.get(path, asha)).toMatchObject({ status: 200, data })
    const unknown = await shop.get(`/orders/current-user/${newId()}`, ravi)
    const foreign = await shop.get(path, ravi)
    expect(unknown).toMatchObject({ status: 404, success: false, message: 'Order not found.' })
    expect(foreign.message).toBe(unknown.message)
    expect(foreign.status).toBe(404)
    expect(await shop.get(path)).toMatchObject({ status: 401 })
  })

  it('B23 shows an order as it was placed, whatever became of its product', async () => {
    const customer = await shop.customer()
    const picture = await shop.media()
    const { id, name } = await shop.product({ thumbnail_id: picture.id })
    const { data } = await buy(customer, [{ product: id, quantity: 1 }])

    await shop.db
      .updateTable('products')
      .set({ name: 'Renamed product', price_cents: 1, deleted_at: new Date(), thumbnail_id: null })
      .where('id', '=', id)
      .execute()
    const later = await shop.get(`/orders/current-user/${data._id}`, customer)

    expect(later.data).toEqual(data)
    expect(later.data.products[0].product).toMatchObject({
      _id: id,
      name,
      thumbnail: { url: `/media/${picture.file}` },
    })
  })
})
