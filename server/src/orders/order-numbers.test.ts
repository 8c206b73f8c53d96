import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { emailNow } from '../messages/notifications-fixtures.ts'
import { shoppersOf } from './orders-fixtures.ts'

const shop = startShop()
const { buy } = shoppersOf(shop)

let admin: Person
let customer: Person
let product: string
beforeAll(async () => {
  ;[admin, customer] = [await shop.admin(), await shop.customer()]
  product = (await shop.product({ stock: 1000 })).id
})
afterEach(() => number({ numberPrefix: null, firstNumber: null }))

const number = (orders: { numberPrefix?: string | null; firstNumber?: number | null }) =>
  shop.changeSettings({ orders }, admin)
const order = async () => (await buy(customer, [{ product, quantity: 1 }])).data

describe('the number of an order', () => {
  it('is the first one that the owner has set, and then the next, with the prefix', async () => {
    await number({ numberPrefix: 'M-', firstNumber: 1001 })

    expect([(await order()).number, (await order()).number]).toEqual(['M-1001', 'M-1002'])
  })

  it('begins anew with another prefix, and is not given again with an earlier one', async () => {
    await number({ numberPrefix: '26/', firstNumber: 1 })
    await order()
    await number({ numberPrefix: '27/', firstNumber: 1 })
    expect((await order()).number).toBe('27/1')

    await number({ numberPrefix: '26/', firstNumber: 1 })

    expect((await order()).number).toBe('26/2')
  })

  it('is given once to each of 50 orders at a time, while the owner begins another series', async () => {
    await number({ numberPrefix: 'C', firstNumber: 1 })

    const [orders] = await Promise.all([
      Promise.all(Array.from({ length: 50 }, order)),
      number({ numberPrefix: 'C', firstNumber: 20 }),
      number({ numberPrefix: 'D', firstNumber: 1 }),
    ])

    expect(new Set(orders.map(({ number }) => number)).size).toBe(50)
    expect(orders.every(({ number }) => /^[CD]\d+$/.test(number))).toBe(true)
  })

  it('is what customer and staff read, staff search by, and the email names', async () => {
    await number({ numberPrefix: 'Shop-', firstNumber: 500 })
    const { _id } = await order()

    const [own] = (await shop.get('/orders/current-user', customer)).data
    const [unpaid] = (await shop.get('/orders/current-user/unpaid', customer)).data
    const found = (await shop.get('/orders?keyword=shop-500', admin)).data
    const email = await emailNow(shop, { kind: 'order-placed', order: _id })

    expect([own.number, unpaid.number]).toEqual(['Shop-500', 'Shop-500'])
    expect(found).toMatchObject([{ _id, number: 'Shop-500' }])
    expect(email?.subject).toContain('Shop-500')
  })
})

describe('GET /orders/current-user/named', () => {
  const named = async (name: string, person: Person | undefined = customer) =>
    shop.get(`/orders/current-user/named?name=${encodeURIComponent(name)}`, person)

  it('finds an own order by its number, with or without prefix, in either case, and by its id or the end of it', async () => {
    await number({ numberPrefix: '#Own-', firstNumber: 8001 })
    const { _id } = await order()

    for (const name of ['#Own-8001', 'own-8001', '8001', _id, _id.slice(-8).toUpperCase()]) {
      expect((await named(name)).data, name).toEqual([{ _id, number: '#Own-8001' }])
    }
  })

  it('answers for an order of another customer as for none, and asks a visitor to login', async () => {
    const { _id } = await order()

    expect(await named(_id, await shop.customer())).toMatchObject({ status: 200, data: [] })
    expect(await named('999999')).toMatchObject({ status: 200, data: [] })
    expect((await shop.get('/orders/current-user/named?name=1')).status).toBe(401)
    for (const name of [' ', '\0', 'Own\0-8001']) expect(await named(name), name).toMatchObject({ status: 400 })
  })
})
