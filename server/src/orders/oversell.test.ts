import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { examine } from '../operate/checks.ts'
import { openInstances } from './instances-fixtures.ts'
import { shoppersOf } from './orders-fixtures.ts'

const shop = startShop()
const { anOrder, ordersOf, stockOf } = shoppersOf(shop)

const call = openInstances(shop, 3)

const countOf = (answers: { status: number | undefined }[], wanted: number) =>
  answers.filter(({ status }) => status === wanted).length

describe('a shop of three instances', () => {
  it('B12 B13 sells the last seven units to seven of sixty buyers', async () => {
    const { id } = await shop.product({ stock: 7 })
    const buyers = await Promise.all(Array.from({ length: 60 }, () => shop.customer()))

    const answers = await Promise.all(
      buyers.map(buyer => call('POST', '/orders', buyer, anOrder([{ product: id, quantity: 1 }]))),
    )

    expect([countOf(answers, 201), countOf(answers, 409)]).toEqual([7, 53])
    expect(await stockOf(id)).toBe(0)
    const orders = await shop.db.selectFrom('order_lines').select('order_id').where('product_id', '=', id).execute()
    expect(orders).toHaveLength(7)
  }, 60_000)

  it('lets orders and cancellations of the same products run concurrently, in any order', async () => {
    const products = await Promise.all(Array.from({ length: 5 }, () => shop.product({ stock: 40 })))
    const lines = products.map(({ id }) => ({ product: id, quantity: 1 }))
    const buyers = await Promise.all(Array.from({ length: 45 }, () => shop.customer()))

    const answers = await Promise.all(
      buyers.map(async (buyer, n) => {
        const turned = [...lines.slice(n % 5), ...lines.slice(0, n % 5)]
        const placed = await call('POST', '/orders', buyer, anOrder(n % 2 ? turned : turned.reverse()))
        if (placed.status !== 201 || n % 3 === 0) return [placed]
        const cancel = () => call('PATCH', `/orders/${placed.data._id}/cancel`, buyer)
        return [placed, ...(await Promise.all([cancel(), cancel()]))]
      }),
    )

    const kept = (await Promise.all(buyers.map(ordersOf))).flat().filter(({ status }) => status === 'pending')
    expect(answers.flat().filter(({ status }) => status !== 201 && status !== 200 && status !== 409)).toEqual([])
    expect(await Promise.all(products.map(({ id }) => stockOf(id)))).toEqual(Array(5).fill(40 - kept.length))
  }, 60_000)

  it("passes the doctor's checks", async () => {
    expect((await examine(shop.db)).filter(({ isFine }) => !isFine)).toEqual([])
  })
})
