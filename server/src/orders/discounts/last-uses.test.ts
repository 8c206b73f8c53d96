import { expect, it } from 'vitest'
import { type Person, startShop } from '../../../test/shop.ts'
import { examine } from '../../operate/checks.ts'
import { openInstances } from '../instances-fixtures.ts'
import { shoppersOf } from '../orders-fixtures.ts'
import { discountsOf } from './discounts-fixtures.ts'

const shop = startShop()
const admin = shop.anAdmin()
const { add } = discountsOf(shop, admin)
const { anOrder } = shoppersOf(shop)

const call = openInstances(shop, 2)

const broken = async () => (await examine(shop.db)).filter(({ isFine }) => !isFine)

/** Each order is of a product of its own, so that they do not wait for each other's stock. */
async function anOrderWith(code: string, totalAmount: number) {
  const { id } = await shop.product({ price_cents: 10_000, stock: 5 })
  return anOrder([{ product: id, quantity: 1 }], { codes: [code], totalAmount })
}

it('B12 the last uses of a code go to as many of parallel orders as there are, also while others are cancelled', async () => {
  const { data } = await add({ limitInAll: 8 })
  const orders = await Promise.all(Array.from({ length: 40 }, () => anOrderWith(data.code, 186.2)))
  const buyers = await Promise.all(orders.map(() => shop.customer()))

  const answers = await Promise.all(
    orders.map(async (order, n) => {
      const answer = await call('POST', '/orders', buyers[n] as Person, order)
      if (n % 10 === 0 && answer.status === 201)
        await call('PATCH', `/orders/${answer.data._id}/cancel`, buyers[n] as Person)
      return answer
    }),
  )

  const placed = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status === 409)
  expect(placed.length + refused.length).toBe(40)
  expect(new Set(refused.map(({ message }) => message))).toEqual(new Set([`${data.code} is used up.`]))
  const cancelled = await shop.db.selectFrom('orders').select('id').where('status', '=', 'cancelled').execute()
  const { uses } = (await shop.get(`/discounts/${data._id}`, admin)).data
  expect(uses).toBe(placed.length - cancelled.length)
  expect(uses).toBeLessThanOrEqual(8)
  expect(placed.length).toBeGreaterThanOrEqual(8)
  expect(await broken()).toEqual([])
}, 60_000)

it('a code for one order, and one use per customer, are taken by one of parallel orders', async () => {
  const { data } = await add({ code: null, limitPerCustomer: 1 })
  await shop.post(`/discounts/${data._id}/codes`, { count: 6 }, admin)
  const { text } = await shop.get(`/discounts/${data._id}/codes/export`, admin)
  const [code = '', ...others] = text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((row: string) => row.split(',')[0])
  const customer = await shop.customer()

  const sameCode = await Promise.all(
    Array.from({ length: 8 }, async () =>
      call('POST', '/orders', await shop.customer(), await anOrderWith(code, 186.2)),
    ),
  )
  const sameCustomer = await Promise.all(
    others.map(async (code: string) => call('POST', '/orders', customer, await anOrderWith(code, 186.2))),
  )

  expect(sameCode.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(sameCustomer.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(await broken()).toEqual([])
}, 60_000)

it('a limit that staff set while orders are placed is not passed', async () => {
  const { data } = await add()
  const orders = await Promise.all(Array.from({ length: 20 }, () => anOrderWith(data.code, 186.2)))
  const buyers = await Promise.all(orders.map(() => shop.customer()))

  const [answers] = await Promise.all([
    Promise.all(orders.map((order, n) => call('POST', '/orders', buyers[n] as Person, order))),
    call('PATCH', `/discounts/${data._id}`, admin, { limitInAll: 10 }),
  ])

  expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
  expect(await broken()).toEqual([])
}, 60_000)
