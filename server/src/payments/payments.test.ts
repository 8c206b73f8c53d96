import { describe, expect, it, vi } from 'vitest'
import { approve } from '../../test/approve.ts'
import { startShop } from '../../test/shop.ts'
import { newId } from '../platform/database/ids.ts'
import { buyersOf } from './payments-fixtures.ts'
import { paymentToOpen } from './start-payment.ts'

const shop = startShop()
const card = buyersOf(shop, 'stripe')
const named = startShop({ PUBLIC_URL: 'https://mela.example' })
const { anApprovedOrder, anOpenOrder, anOrder, historyOf, orderOf, pay, paymentsOf, report, setStatus, start } =
  buyersOf(shop)

describe('GET /payments/paypal', () => {
  it('T392 B40 answers the client id and the approval address of test payments to signed-in shoppers', async () => {
    const answer = await shop.get('/payments/paypal', await shop.customer())

    expect(answer).toMatchObject({ status: 200, success: true, clientId: expect.stringMatching(/^TEST-/) })
    expect(answer.data).toEqual({
      clientId: answer.clientId,
      mode: 'test',
      emulatorUrl: '/paypal-emulator',
      gateways: [
        {
          name: 'paypal',
          displayName: 'PayPal',
          can: { refund: true, dispute: true, pay: 'buttons' },
        },
        { name: 'stripe', displayName: 'Stripe', can: { refund: true, dispute: true, pay: 'redirect' } },
      ],
    })
    expect(await shop.get('/payments/paypal')).toMatchObject({ status: 401, success: false })
  })
})

describe('POST /payments/paypal/orders', () => {
  it('C6 opens a payment over the amounts of the order', async () => {
    const { customer, order } = await anOpenOrder()

    const { status, data } = await start(customer, order)

    expect({ status, data }).toEqual({
      status: 201,
      data: { orderId: expect.stringMatching(/^\w+$/), approveUrl: expect.stringContaining(shop.emulatorUrl) },
    })
    const page = await (await fetch(data.approveUrl)).text()
    for (const text of ['Mela', '$198.00', '$100.00', '$80.00', '$18.00']) expect(page).toContain(text)
  })

  it('names no address of delivery for gift cards alone', async () => {
    const customer = await shop.customer()
    const card = (await shop.product({ is_gift_card: true })).id
    const body = { products: [{ product: card, quantity: 1 }], shippingAddress: shop.anAddress() }
    const { _id } = (await shop.post('/orders', body, customer)).data
    const payer = { returnUrl: '', brand: '', shopCountry: 'IN', email: '' }
    const opened = paymentToOpen(await orderOf(customer, _id), payer, { id: '', number: 1, at: new Date() })

    expect(opened).toMatchObject({ shipTo: undefined, billingCountry: 'IN' })
    expect((await start(customer, _id)).status).toBe(201)
  })

  it.each([
    ['to the address that they came from, without PUBLIC_URL', shop, '127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['never to a forged host', shop, 'evil.example', 'http://localhost:3000'],
    ['to PUBLIC_URL, whatever host the request names', named, 'localhost:3000', 'https://mela.example'],
  ])('returns the buyer %s', async (_where, at, host, origin) => {
    const { customer, order } = await buyersOf(at).anOpenOrder()

    const { data } = await at.post('/payments/paypal/orders', { order }, customer, { host })

    const back = await approve(data.approveUrl)
    expect([back.origin, back.pathname]).toEqual([origin, `/account/pay/${order}`])
  })

  it('B42 answers an approved, unreconciled payment when its customer returns to the order', async () => {
    const { customer, order } = await anOpenOrder()
    const ask = async () => (await shop.get(`/payments/paypal/orders/${order}`, customer)).data

    expect(await ask()).toEqual({ gateway: null, transactionId: null, isUnderWay: false })
    const { data } = await start(customer, order)
    expect(await ask()).toEqual({ gateway: 'paypal', transactionId: null, isUnderWay: true })
    await approve(data.approveUrl)
    expect(await ask()).toEqual({ gateway: 'paypal', transactionId: data.orderId, isUnderWay: true })
    await report(customer, order, data.orderId)
    expect(await ask()).toEqual({ gateway: null, transactionId: null, isUnderWay: false })
  })

  it('T406 gives two tabs and double clicks the same payment', async () => {
    const { customer, order } = await anOpenOrder()

    const tabs = await Promise.all([start(customer, order), start(customer, order), start(customer, order)])
    tabs.push(await start(customer, order))

    expect(tabs.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set(tabs.map(({ data }) => data.orderId)).size).toBe(1)
  })

  it('opens at the next press after an error that the provider keeps for the first', async () => {
    const { customer, order } = await card.anOpenOrder()
    shop.stripe.addFault({ kind: 'failure', path: 'POST /v1/checkout/sessions', count: 1 })

    const answers = [await card.start(customer, order), await card.start(customer, order)]

    expect(answers.map(({ status }) => status)).toEqual([503, 201])
  })

  it('leaves what another tab has opened when its own opening fails', async () => {
    const { customer, order } = await card.anOpenOrder()
    const fail = (count: number) =>
      shop.stripe.addFault({ kind: 'error', status: 500, path: 'POST /v1/checkout/sessions', count })
    fail(1)
    const failing = card.start(customer, order)
    await vi.waitFor(async () =>
      expect(await (await fetch(new URL('/__emulator/faults', shop.stripe.url))).json()).toMatchObject({ faults: [] }),
    )

    const { data: opened } = await card.start(customer, order)
    fail(2)
    await failing

    expect((await card.start(customer, order)).data).toEqual(opened)
  })

  it("B36 refuses other customers' orders, and orders that can no longer be paid", async () => {
    const { customer, order } = await anOpenOrder()
    const paid = await anOrder(customer)
    await pay(customer, paid)
    const cancelled = await anOrder(customer)
    await setStatus(cancelled, 'cancelled')

    const over = { status: 409, message: 'This order can no longer be paid.' }
    const missing = { status: 404, message: 'Order not found.' }
    expect(await start(await shop.customer(), order)).toMatchObject(missing)
    expect(await start(customer, newId())).toMatchObject(missing)
    shop.emulator.addFault({ kind: 'error', status: 503, path: 'GET /v2/checkout/orders' })
    const whileDown = await start(customer, paid)
    shop.emulator.clearFaults()
    expect(whileDown).toMatchObject(over)
    expect(await start(customer, cancelled)).toMatchObject(over)
    expect(await start(undefined, order)).toMatchObject({ status: 401 })
    expect(await start(customer, 'abc')).toMatchObject({ status: 400 })
  })
})

describe('paying at the provider', () => {
  it('T125 T127 T270 B33 links an approved payment and moves the order to processing', async () => {
    const { customer, order } = await anOpenOrder()

    const answer = await pay(customer, order)

    expect(answer).toMatchObject({ status: 201, success: true, message: 'Order paid successfully.' })
    expect(answer.data).toMatchObject({ order, user: customer.id, status: 'completed', amount: 198 })
    expect(answer.data).toMatchObject({ paymentGateway: 'paypal', email_address: 'buyer@example.com' })
    const { _id, transactionId } = answer.data
    expect(await orderOf(customer, order)).toMatchObject({
      status: 'processing',
      payment: { _id, status: 'completed', paymentGateway: 'paypal', transactionId, amount: 198 },
    })
    expect((await shop.get('/orders/current-user', customer)).data).toMatchObject([{ _id: order, payment: _id }])
    expect(await historyOf(order)).toEqual(['pending', 'processing'])
    expect(await paymentsOf(order)).toMatchObject([{ gateway_mode: 'test', provider_order_id: answer.orderId }])
  })

  it('B34 records one payment and captures once, however often it is reported', async () => {
    const { customer, order, session } = await anApprovedOrder()

    const answers = await Promise.all(Array.from({ length: 5 }, () => report(customer, order, session)))
    const payment = answers[0]?.data
    answers.push(await report(customer, order, session), await report(customer, order, payment.transactionId))

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6)
    expect(new Set(answers.map(({ data }) => data._id)).size).toBe(1)
    expect(await paymentsOf(order)).toHaveLength(1)
    expect(await historyOf(order)).toEqual(['pending', 'processing'])
    expect(await shop.gateway.retrieve(session)).toMatchObject({ charge: { id: payment.transactionId } })
  })

  it('keeps declines of one payment in one row, and answers them again while the buyer has not returned', async () => {
    const { customer, order } = await anOpenOrder()

    const first = await pay(customer, order, 'refuse')
    const again = await report(customer, order, first.orderId)
    const second = await pay(customer, order, 'refuse')

    expect([again, second]).toMatchObject(
      [first, first].map(({ data }) => ({ data: { _id: data._id, status: 'failed' } })),
    )
    expect(await paymentsOf(order)).toHaveLength(1)
  })

  it('captures nothing before the buyer has approved', async () => {
    const { customer, order } = await anOpenOrder()
    const { data: session } = await start(customer, order)

    const early = await report(customer, order, session.orderId)
    await approve(session.approveUrl, 'cancel')
    const left = await report(customer, order, session.orderId)
    await approve(session.approveUrl)
    const paid = await report(customer, order, session.orderId)

    expect([early, left]).toMatchObject([
      { status: 201, data: { status: 'pending' } },
      { status: 200, data: { status: 'pending' } },
    ])
    expect(paid).toMatchObject({ status: 200, data: { _id: early.data._id, status: 'completed' } })
    expect(await paymentsOf(order)).toMatchObject([{ status: 'completed', problem: null }])
  })
})
