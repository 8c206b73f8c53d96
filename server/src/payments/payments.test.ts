import { describe, expect, it } from 'vitest'
import { approve, type Choice } from '../../test/approve.ts'
import { type Person, startShop } from '../../test/shop.ts'
import { newId } from '../database/ids.ts'

const shop = startShop()

/** A pending order over $198. */
async function anOrder(customer: Person): Promise<string> {
  const { id } = await shop.product()
  const body = { products: [{ product: id, quantity: 1 }], shippingAddress: shop.anAddress() }
  return (await shop.post('/orders', body, customer)).data._id
}

async function anOpenOrder() {
  const customer = await shop.customer()
  return { customer, order: await anOrder(customer) }
}

const start = (customer: Person | undefined, order: string) => shop.post('/payments/paypal/orders', { order }, customer)

const report = (customer: Person, order: string, transactionId: string, given: object = {}) =>
  shop.post('/payments', { order, transactionId, paymentGateway: 'paypal', ...given }, customer)

/** Through the provider's page and back, as a buyer goes. */
async function pay(customer: Person, order: string, choice: Choice = 'pay') {
  const { data } = await start(customer, order)
  await approve(data.approveUrl, choice)
  return { ...(await report(customer, order, data.orderId)), orderId: data.orderId as string }
}

const orderOf = async (customer: Person, order: string) =>
  (await shop.get(`/orders/current-user/${order}`, customer)).data

const paymentsOf = (order: string) =>
  shop.db
    .selectFrom('payments')
    .select(['id', 'status', 'problem', 'transaction_id', 'provider_order_id', 'amount_cents', 'gateway_mode'])
    .where('order_id', '=', order)
    .orderBy('id')
    .execute()

const historyOf = async (order: string) =>
  (
    await shop.db.selectFrom('order_history').select('to_status').where('order_id', '=', order).orderBy('id').execute()
  ).map(({ to_status }) => to_status)

/** Until orders can be moved through the API. */
const setStatus = (order: string, status: 'cancelled' | 'processing') =>
  shop.db.updateTable('orders').set({ status }).where('id', '=', order).execute()

describe('GET /payments/paypal', () => {
  it('T392 B40 tells signed-in shoppers the client id and where test payments are approved', async () => {
    const answer = await shop.get('/payments/paypal', await shop.customer())

    expect(answer).toMatchObject({ status: 200, success: true, clientId: expect.stringMatching(/^TEST-/) })
    expect(answer.data).toEqual({ clientId: answer.clientId, mode: 'test', emulatorUrl: shop.emulatorUrl })
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

  it('T406 gives two tabs and double clicks the same payment', async () => {
    const { customer, order } = await anOpenOrder()

    const tabs = await Promise.all([start(customer, order), start(customer, order), start(customer, order)])
    tabs.push(await start(customer, order))

    expect(tabs.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set(tabs.map(({ data }) => data.orderId)).size).toBe(1)
  })

  it('B36 refuses foreign orders, and orders that can no longer be paid', async () => {
    const { customer, order } = await anOpenOrder()
    const paid = await anOrder(customer)
    await pay(customer, paid)
    const cancelled = await anOrder(customer)
    await setStatus(cancelled, 'cancelled')

    const over = { status: 409, message: 'This order can no longer be paid.' }
    const missing = { status: 404, message: 'Order not found.' }
    expect(await start(await shop.customer(), order)).toMatchObject(missing)
    expect(await start(customer, newId())).toMatchObject(missing)
    expect(await start(customer, paid)).toMatchObject(over)
    expect(await start(customer, cancelled)).toMatchObject(over)
    expect(await start(undefined, order)).toMatchObject({ status: 401 })
    expect(await start(customer, 'abc')).toMatchObject({ status: 400 })
  })
})

describe('paying at the provider', () => {
  it('T125 T127 B33 links an approved payment and moves the order to processing', async () => {
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
    expect(await historyOf(order)).toEqual(['pending', 'processing'])
    expect(await paymentsOf(order)).toMatchObject([{ gateway_mode: 'test', provider_order_id: answer.orderId }])
  })

  it('T270 answers the payment of a listed order as an id', async () => {
    const { customer, order } = await anOpenOrder()
    const { data } = await pay(customer, order)
    expect((await shop.get('/orders/current-user', customer)).data).toMatchObject([{ _id: order, payment: data._id }])
  })

  it('B34 records one payment and takes the money once, however often it is reported', async () => {
    const { customer, order } = await anOpenOrder()
    const { data: session } = await start(customer, order)
    await approve(session.approveUrl)

    const answers = await Promise.all(Array.from({ length: 5 }, () => report(customer, order, session.orderId)))
    const payment = answers[0]?.data
    answers.push(await report(customer, order, session.orderId), await report(customer, order, payment.transactionId))

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6)
    expect(new Set(answers.map(({ data }) => data._id)).size).toBe(1)
    expect(await paymentsOf(order)).toHaveLength(1)
    expect(await historyOf(order)).toEqual(['pending', 'processing'])
    expect(await shop.gateway.look(session.orderId)).toMatchObject({ charge: { id: payment.transactionId } })
  })

  it('B37 keeps a declined payment apart, and the same payment can then be paid another way', async () => {
    const { customer, order } = await anOpenOrder()

    const declined = await pay(customer, order, 'refuse')
    const unpaid = await orderOf(customer, order)
    const paid = await pay(customer, order)

    expect(declined).toMatchObject({ status: 201, success: true, data: { status: 'failed', amount: 198 } })
    expect(unpaid).toMatchObject({ status: 'pending', payment: null })
    expect(paid).toMatchObject({ status: 201, orderId: declined.orderId, data: { status: 'completed' } })
    expect(await paymentsOf(order)).toMatchObject([
      { id: declined.data._id, status: 'failed', problem: null },
      { id: paid.data._id, status: 'completed', problem: null },
    ])
    expect((await orderOf(customer, order)).payment._id).toBe(paid.data._id)
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

  it('B38 links an eCheck as pending: the order waits, and nobody pays twice', async () => {
    const { customer, order } = await anOpenOrder()

    const answer = await pay(customer, order, 'echeck')

    expect(answer).toMatchObject({ status: 201, data: { status: 'pending' } })
    expect(await orderOf(customer, order)).toMatchObject({ status: 'pending', payment: { status: 'pending' } })
    expect(await start(customer, order)).toMatchObject({ status: 409 })
    expect(await report(customer, order, answer.orderId)).toMatchObject({ status: 200, data: { _id: answer.data._id } })
  })

  it('takes no money before the buyer has approved', async () => {
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

  it('takes no money for an order that was cancelled meanwhile', async () => {
    const { customer, order } = await anOpenOrder()
    const { data: session } = await start(customer, order)
    await approve(session.approveUrl)
    await setStatus(order, 'cancelled')

    expect(await report(customer, order, session.orderId)).toMatchObject({
      status: 409,
      message: 'This order can no longer be paid.',
    })
    expect(await shop.gateway.look(session.orderId)).toMatchObject({ state: 'approved' })
    expect(await paymentsOf(order)).toEqual([])
  })

  it('C4 keeps money that came too late as a failed payment with its problem', async () => {
    const { customer, order } = await anOpenOrder()
    const { data: session } = await start(customer, order)
    await approve(session.approveUrl)
    await shop.gateway.take(session.orderId, 1)
    await setStatus(order, 'cancelled')

    const late = await report(customer, order, session.orderId)
    const again = await report(customer, order, session.orderId)

    expect(late).toMatchObject({ status: 409, message: 'This order can no longer be paid.' })
    expect(again).toMatchObject({ status: 200, data: { status: 'failed' } })
    expect(await paymentsOf(order)).toMatchObject([
      { status: 'failed', problem: expect.any(String), amount_cents: 19_800 },
    ])
    expect(await orderOf(customer, order)).toMatchObject({ status: 'cancelled', payment: null })
  })

  it('opens another payment when the first one was refused for good', async () => {
    const { customer, order } = await anOpenOrder()
    const first = (await start(customer, order)).data
    await shop.db
      .updateTable('payment_attempts')
      .set({ provider_order_id: 'GONE' })
      .where('order_id', '=', order)
      .execute()

    const second = (await start(customer, order)).data

    expect(second.orderId).not.toBe(first.orderId)
    await approve(second.approveUrl)
    expect(await report(customer, order, second.orderId)).toMatchObject({ status: 201, data: { status: 'completed' } })
  })
})

describe('POST /payments with a transaction that nobody knows, in test mode', () => {
  it('T391 B31 B35 registers it as reported and takes it from there', async () => {
    const { customer, order } = await anOpenOrder()
    const body = {
      amount: 198,
      status: 'COMPLETED',
      update_time: '2025-01-01T00:00:00Z',
      email_address: 'Me@Example.com',
    }

    const answer = await report(customer, order, 'MADE-UP-1', body)

    expect(answer).toMatchObject({ status: 201, message: 'Order paid successfully.' })
    expect(answer.data).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      user: customer.id,
      order,
      status: 'completed',
      transactionId: 'MADE-UP-1',
      amount: 198,
      paymentGateway: 'paypal',
      update_time: expect.any(String),
      email_address: 'me@example.com',
    })
    expect(await orderOf(customer, order)).toMatchObject({ status: 'processing', payment: { _id: answer.data._id } })
  })

  it.each([
    ['APPROVED', 'completed', 'processing'],
    ['pending', 'pending', 'pending'],
    ['created', 'pending', 'pending'],
    ['DECLINED', 'failed', 'pending'],
    ['failed', 'failed', 'pending'],
    ['voided', 'failed', 'pending'],
  ])('B38 C5 a reported %s ends %s and leaves the order %s', async (reported, status, orderStatus) => {
    const { customer, order } = await anOpenOrder()
    const transactionId = `REPORTED-${reported}`

    const answer = await report(customer, order, transactionId, { status: reported })
    const again = await report(customer, order, transactionId, { status: 'completed' })

    expect(answer).toMatchObject({ status: 201, data: { status } })
    expect(again).toMatchObject({ status: 200, data: { _id: answer.data._id, status } })
    const isLinked = status === 'completed' || reported === 'pending'
    expect(await orderOf(customer, order)).toMatchObject({
      status: orderStatus,
      payment: isLinked ? { _id: answer.data._id } : null,
    })
  })

  it('B37 leaves an order payable after payments that failed or never began', async () => {
    const { customer, order } = await anOpenOrder()
    await report(customer, order, 'TRY-1', { status: 'failed' })
    await report(customer, order, 'TRY-2', { status: 'created' })

    expect(await report(customer, order, 'TRY-3')).toMatchObject({ status: 201, data: { status: 'completed' } })
    expect(await orderOf(customer, order)).toMatchObject({ status: 'processing' })
  })

  it('B32 refuses another amount than the order has', async () => {
    const { customer, order } = await anOpenOrder()
    for (const amount of [197.99, 198.01, 0, 1]) {
      expect(await report(customer, order, `AMOUNT-${amount}`, { amount })).toMatchObject({
        status: 400,
        message: 'Payment amount does not match the order total.',
      })
    }
    expect(await orderOf(customer, order)).toMatchObject({ status: 'pending', payment: null })
    expect(await report(customer, order, 'AMOUNT-1', { amount: '198.00' })).toMatchObject({ status: 201 })
  })

  it('B32 C4 keeps money of another amount or currency as failed', async () => {
    const { customer, order } = await anOpenOrder()
    const adopt = (id: string, cents: number, currency = 'USD') =>
      shop.gateway.adopt?.({ id, orderRef: order, amount: { cents, currency }, status: 'completed' })
    await adopt('SHORT', 19_799)
    await adopt('RUPEES', 19_800, 'INR')

    for (const id of ['SHORT', 'RUPEES']) {
      expect(await report(customer, order, id)).toMatchObject({
        status: 400,
        message: 'Payment amount does not match the order total.',
      })
    }
    expect(await paymentsOf(order)).toMatchObject([
      { status: 'failed', problem: expect.any(String), amount_cents: 19_799 },
      { status: 'failed', problem: expect.any(String), amount_cents: 19_800 },
    ])
    expect(await orderOf(customer, order)).toMatchObject({ status: 'pending', payment: null })
  })

  it('B34 refuses a second payment of one order and one payment for two orders', async () => {
    const { customer, order } = await anOpenOrder()
    const other = await anOrder(customer)
    await report(customer, order, 'PAID-ONCE')

    const second = await report(customer, order, 'PAID-TWICE')
    const elsewhere = await report(customer, other, 'PAID-ONCE')
    const repeated = await report(customer, order, 'PAID-ONCE', { status: 'failed', amount: 1 })

    expect(second).toMatchObject({ status: 409, message: 'This order can no longer be paid.' })
    expect(elsewhere).toMatchObject({ status: 409, message: 'This payment belongs to another order.' })
    expect(repeated).toMatchObject({ status: 200, data: { status: 'completed', amount: 198 } })
    expect(await orderOf(customer, other)).toMatchObject({ status: 'pending', payment: null })
    expect(await paymentsOf(order)).toMatchObject([
      { transaction_id: 'PAID-ONCE', status: 'completed', problem: null },
      { transaction_id: 'PAID-TWICE', status: 'failed', problem: expect.any(String) },
    ])
  })

  it('B34 lets one of several parallel payments of one order count', async () => {
    const { customer, order } = await anOpenOrder()

    const ids = ['RACE-1', 'RACE-2', 'RACE-3', 'RACE-4']
    const answers = await Promise.all(ids.map(id => report(customer, order, id)))

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    const payments = await paymentsOf(order)
    expect(payments.filter(({ status }) => status === 'completed')).toHaveLength(1)
    expect(await historyOf(order)).toEqual(['pending', 'processing'])
  })

  it('B36 refuses orders of others and orders that are not pending', async () => {
    const { customer, order } = await anOpenOrder()
    await setStatus(order, 'cancelled')

    expect(await report(await shop.customer(), order, 'NOT-MINE')).toMatchObject({
      status: 404,
      message: 'Order not found.',
    })
    expect(await report(customer, order, 'TOO-LATE')).toMatchObject({
      status: 409,
      message: 'This order can no longer be paid.',
    })
    expect(await shop.post('/payments', {})).toMatchObject({ status: 401 })
  })

  it('B35 B38 B39 T394 refuses what is not a payment, field by field', async () => {
    const { customer, order } = await anOpenOrder()
    const body = { order, transactionId: 'FORM-1', paymentGateway: 'paypal' }
    const wrong = {
      order: [undefined, 'abc'],
      transactionId: [undefined, '', ' ', 'x'.repeat(128)],
      paymentGateway: [undefined, 'cod'],
      amount: ['much', null, -1],
      status: ['foo', 1],
      email_address: ['nobody'],
    }

    for (const [field, values] of Object.entries(wrong)) {
      for (const value of values) {
        const answer = await shop.post('/payments', { ...body, [field]: value }, customer)
        expect(answer).toMatchObject({ status: 400, success: false, errors: { [field]: expect.any(String) } })
      }
    }
    expect(await paymentsOf(order)).toEqual([])
  })

  it('knows nothing of ids that no provider would give', async () => {
    const { customer, order } = await anOpenOrder()
    for (const id of ['..', '../../v1/oauth2/token', 'a b', 'x?y']) {
      expect(await report(customer, order, id)).toMatchObject({ status: 409, success: false })
    }
  })
})
