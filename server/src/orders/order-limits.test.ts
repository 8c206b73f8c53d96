import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { liveEnvironment as live } from '../../test/live-environment.ts'
import { type Person, startShop } from '../../test/shop.ts'
import { cleanUp } from '../operate/open-work.ts'
import { guestsOf } from './guests-fixtures.ts'
import { shoppersOf } from './orders-fixtures.ts'

const from = (address: string) => ({ 'x-forwarded-for': address })

function buyersIn(shop: ReturnType<typeof startShop>) {
  const shoppers = shoppersOf(shop)
  const { anOrder } = shoppers
  return {
    ...shoppers,
    buyFrom: (customer: Person, product: string, { address = '203.0.113.1', quantity = 1, key = '' } = {}) =>
      shop.post('/orders', anOrder([{ product, quantity }]), customer, {
        ...from(address),
        ...(key && { 'idempotency-key': key }),
      }),
  }
}

/** A bank debit is pending for days. */
const payOrder = (shop: ReturnType<typeof startShop>, order: string, status: 'pending' | 'completed') =>
  sql`with paid as (insert into payments (id, user_id, order_id, status, gateway, gateway_mode, transaction_id,
    provider_order_id, amount_cents, currency, update_time) select id, user_id, id, ${status}, 'stripe', 'live',
    id, id, total_cents, currency, now() from orders where id = ${order} returning id)
    update orders set payment_id = paid.id from paid where orders.id = ${order}`.execute(shop.db)

describe('B20 the orders of a live shop', () => {
  const shop = startShop({ ...live, TRUST_PROXY: 'on', RATE_LIMIT_ORDERS: '6' })
  const { buy, buyFrom, cancel, ordersOf, stockOf } = buyersIn(shop)

  it('are three unpaid ones per account at a time, and the refusal of the fourth names them', async () => {
    const customer = await shop.customer()
    const { id } = await shop.product()
    const placed = []
    for (let n = 0; n < 3; n++) placed.push((await buyFrom(customer, id)).data._id as string)

    const fourth = await buyFrom(customer, id)

    const names = placed.map(order => order.slice(-8).toUpperCase())
    expect(fourth).toMatchObject({
      status: 429,
      message: `3 of your orders wait for payment: ${names[0]}, ${names[1]}, and ${names[2]}. Pay or cancel one of them first.`,
      data: { orders: placed.map(_id => ({ _id, totalAmount: 198 })) },
    })
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(1700)
    expect((await shop.get('/shop/terms')).data).toEqual({ orderSeconds: 1800, orderUnits: 50 })
    expect(await stockOf(id)).toBe(17)
    await cancel(placed[0] ?? '', customer)
    expect(await buyFrom(customer, id)).toMatchObject({ status: 201 })
  })

  it('are three unpaid ones that are paid on delivery, beside which others can be paid at once', async () => {
    const everywhere = { isOn: true, countries: [], currencies: [], from: null, to: null }
    const ways = ['paypal', 'delivery'].map(way => ({ way, ...everywhere }))
    await shop.changeSettings({ payments: { ways } })
    const customer = await shop.customer()
    const products = [{ product: (await shop.product()).id, quantity: 1 }]
    const order = () => buy(customer, products, { gateway: 'delivery' })
    for (let n = 0; n < 3; n++) expect(await order()).toMatchObject({ data: { status: 'processing' } })

    const message = expect.stringMatching(/^Not paid yet: .*\. Choose a way that pays at once, or order again/)
    expect(await order()).toMatchObject({ status: 429, code: 'unpaid_order_limit', message })
    expect(await buy(customer, products)).toMatchObject({ status: 201 })
  })

  it('are no unpaid ones of an account while their banks take days, as their buyer can only wait', async () => {
    const customer = await shop.customer()
    const { id } = await shop.product()
    for (let n = 0; n < 3; n++)
      await payOrder(shop, (await buyFrom(customer, id, { address: '203.0.113.60' })).data._id, 'pending')

    expect(await buyFrom(customer, id, { address: '203.0.113.60' })).toMatchObject({ status: 201 })
  })

  it('are three unpaid ones also when ten are sent at once', async () => {
    const customer = await shop.customer()
    const { id } = await shop.product()

    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => buyFrom(customer, id, { address: `198.51.100.${n}` })),
    )

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
    expect(await ordersOf(customer)).toHaveLength(3)
  })

  it('are limited per hour and network address, also when they are sent at once', async () => {
    const { id } = await shop.product()
    const customers = await Promise.all(Array.from({ length: 9 }, () => shop.customer()))
    const address = '203.0.113.30'

    const answers = await Promise.all(customers.map(customer => buyFrom(customer, id, { address })))

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(6)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.message).toBe(
      'Too many orders came from your network within an hour. Please try again in 60 minutes.',
    )
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(3500)
    expect(await buyFrom(await shop.customer(), id, { address: '203.0.113.31' })).toMatchObject({ status: 201 })
  })

  it('count for their network neither paid nor cancelled, but cancelled ones for their own account', async () => {
    const { id } = await shop.product()
    const [paying, cancelling] = [await shop.customer(), await shop.customer()]
    const address = '203.0.113.32'
    for (let n = 0; n < 6; n++) {
      const { data } = await buyFrom(n < 2 ? paying : cancelling, id, { address })
      if (n < 2) await payOrder(shop, data._id, 'completed')
      else await cancel(data._id, cancelling)
    }

    for (let n = 0; n < 2; n++) await cancel((await buyFrom(cancelling, id, { address })).data._id, cancelling)
    expect(await buyFrom(cancelling, id, { address })).toMatchObject({ status: 429 })
    expect(await buyFrom(await shop.customer(), id, { address })).toMatchObject({ status: 201 })
  })

  it('are limited per line of IPv6, which has 56 bits, and four times as high per site', async () => {
    const { id } = await shop.product({ stock: 60 })
    const buyAt = async (address: string) => (await buyFrom(await shop.customer(), id, { address })).status
    for (let n = 0; n < 6; n++) expect(await buyAt(`2001:db8:7:10${n}::1`)).toBe(201)

    expect(await buyAt('2001:db8:7:1ff::1')).toBe(429)
    const others = []
    for (let n = 0; n < 19; n++) others.push(await buyAt(`2001:db8:7:${2 + Math.floor(n / 6)}00::${n}`))
    expect(others).toEqual([...Array(18).fill(201), 429])
  })

  it('do not count when they are refused for another reason', async () => {
    const { id } = await shop.product({ stock: 1 })
    const customer = await shop.customer()
    const address = '203.0.113.40'
    for (let n = 0; n < 7; n++) expect((await buyFrom(customer, id, { address, quantity: 2 })).status).toBe(409)

    expect(await buyFrom(customer, id, { address })).toMatchObject({ status: 201 })
  })

  it('hold fifty units of a product, and the quote says so', async () => {
    const { id, name } = await shop.product({ stock: 80 })
    const customer = await shop.customer()

    expect(await buyFrom(customer, id, { quantity: 51, address: '203.0.113.50' })).toMatchObject({
      status: 409,
      message: `An order holds 50 units of one product at the most: please order fewer of ${name}.`,
      data: { products: [{ product: id, quantity: 51, available: 50 }] },
    })
    expect(await buyFrom(customer, id, { quantity: 50, address: '203.0.113.50' })).toMatchObject({ status: 201 })
  })
})

describe('B20 the units of one order of a live shop', () => {
  const shop = startShop({ ...live, TRUST_PROXY: 'on', RATE_LIMIT_UNITS_IN_ALL: '150' })
  const { anOrder } = buyersIn(shop)

  it('are fifty of all sizes of a product together', async () => {
    const { id, name } = await shop.product({ stock: 0 })
    const { S, M } = await shop.sizes(id, { S: 100, M: 100 })
    const lines = [
      { product: id, variant: S, quantity: 30 },
      { product: id, variant: M, quantity: 21 },
    ]

    expect(await shop.post('/orders', anOrder(lines), await shop.customer(), from('203.0.113.70'))).toMatchObject({
      status: 409,
      message: `An order holds 50 units of one product at the most: please order fewer of ${name}.`,
    })
  })

  it('are as many as the environment says of all products together', async () => {
    const products = await Promise.all([1, 2, 3, 4].map(() => shop.product({ stock: 50 })))
    const order = (...quantities: number[]) =>
      anOrder(quantities.map((quantity, index) => ({ product: products[index]?.id ?? '', quantity })))

    expect(await shop.post('/orders', order(50, 50, 50, 1), await shop.customer(), from('203.0.113.71'))).toMatchObject(
      {
        status: 409,
        message: 'An order holds 150 units in all until it is paid: please order fewer.',
      },
    )
    const most = await shop.post('/orders', order(50, 50, 50), await shop.customer(), from('203.0.113.71'))
    expect(most.status).toBe(201)
  })
})

describe('B20 the orders of a demo', () => {
  const shop = startShop({
    ORDER_TTL_SECONDS: '600',
    RATE_LIMIT_ORDERS: '1',
    RATE_LIMIT_OPEN_ORDERS: '1',
    RATE_LIMIT_UNITS: '1',
  })
  const { buyFrom } = buyersIn(shop)

  it('are not limited', async () => {
    const customer = await shop.customer()
    const { id } = await shop.product()

    for (const quantity of [2, 1, 1]) expect((await buyFrom(customer, id, { quantity })).status).toBe(201)
    expect(await shop.get('/shop/terms')).toMatchObject({ data: { orderSeconds: 600, orderUnits: null } })
  })
})

describe('B147 the orders of guests of a live shop', () => {
  const shop = startShop({ ...live, TRUST_PROXY: 'on', RATE_LIMIT_ORDERS: '2' })
  const { aGuestInput, browserOf } = guestsOf(shop)
  const { cancel } = shoppersOf(shop)
  const everywhere = { isOn: true, countries: [], currencies: [], from: null, to: null }
  const ways = ['paypal', 'delivery', 'transfer'].map(way => ({ way, ...everywhere }))
  const account = { accountHolder: 'Mela Ltd', iban: 'DE89370400440532013000' }
  const offerAll = () => shop.changeSettings({ payments: { ways, ...account } })
  const orderFrom = async (address: string, gateway?: 'delivery' | 'transfer') =>
    shop.post('/orders/guest', await aGuestInput(gateway && { gateway }), undefined, from(address))

  it('are limited by their network, also those that were cancelled, and the refusal names no order', async () => {
    for (let n = 0; n < 2; n++) {
      const placed = await orderFrom('203.0.113.7')
      expect(await cancel(placed.data._id, browserOf(placed))).toMatchObject({ status: 200 })
    }

    const third = await orderFrom('203.0.113.7')

    expect(third).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(third.data).toBeUndefined()
    expect(await orderFrom('203.0.113.8')).toMatchObject({ status: 201 })
  })

  it('are limited also while a bank takes days to pay', async () => {
    for (let n = 0; n < 2; n++) {
      const { data } = await orderFrom('203.0.113.10')
      await payOrder(shop, data._id, 'pending')
    }

    expect(await orderFrom('203.0.113.10')).toMatchObject({ status: 429 })
  })

  it('are limited also when they are cancelled while a bank takes days to pay', async () => {
    for (let n = 0; n < 2; n++) {
      const placed = await orderFrom('203.0.113.11')
      await payOrder(shop, placed.data._id, 'pending')
      expect(await cancel(placed.data._id, browserOf(placed))).toMatchObject({ status: 200 })
    }

    expect(await orderFrom('203.0.113.11')).toMatchObject({ status: 429 })
  })

  it('are limited also when they are paid on delivery', async () => {
    await offerAll()
    for (let n = 0; n < 2; n++) expect(await orderFrom('203.0.113.9', 'delivery')).toMatchObject({ status: 201 })

    expect(await orderFrom('203.0.113.9', 'delivery')).toMatchObject({ status: 429 })
  })

  it('by transfer count as long as they hold stock for others by transfer, so one line cannot reserve a shop for weeks', async () => {
    await offerAll()
    const placed = [await orderFrom('203.0.113.12', 'transfer'), await orderFrom('203.0.113.12', 'transfer')]
    await shop.db.updateTable('order_addresses').set({ placed_at: sql`now() - interval '2 hours'` }).execute()
    await cleanUp(shop.db)

    const third = await orderFrom('203.0.113.12', 'transfer')

    expect(third).toMatchObject({
      status: 429,
      message: expect.stringMatching(/choose another way to pay, or contact us\.$/),
    })
    expect(await orderFrom('203.0.113.12')).toMatchObject({ status: 201 })
    const [first] = placed
    if (first) await cancel(first.data._id, browserOf(first))
    expect(await orderFrom('203.0.113.12', 'transfer')).toMatchObject({ status: 201 })
  })
})
