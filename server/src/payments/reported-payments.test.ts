import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { buyersOf } from './payments-fixtures.ts'

const shop = startShop()
const { anOpenOrder, anOrder, historyOf, orderOf, paymentsOf, report, setStatus } = buyersOf(shop)

describe('POST /payments with an unknown transaction, in test mode', () => {
  it('T391 T269 B31 B35 registers it as reported and reconciles it', async () => {
    const { customer, order } = await anOpenOrder()
    const body = { amount: 198, status: 'COMPLETED', email_address: 'Me@Example.com' }

    const answer = await report(customer, order, 'MADE-UP-1', body)

    expect(answer).toMatchObject({ status: 201, message: 'Order paid successfully.' })
    expect(answer.data).toMatchObject({ user: customer.id, order, status: 'completed', transactionId: 'MADE-UP-1' })
    expect(answer.data).toMatchObject({ amount: 198, currency: 'USD', email_address: 'me@example.com' })
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

  it('B32 C4 records a capture of another amount or currency as failed', async () => {
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

  it('B36 refuses orders of other customers and orders that are not pending', async () => {
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

  it('B35 B38 B39 T394 refuses an invalid payment, field by field', async () => {
    const { customer, order } = await anOpenOrder()
    const body = { order, transactionId: 'FORM-1', paymentGateway: 'paypal' }
    const wrong = {
      order: [undefined, 'abc'],
      transactionId: [undefined, '', ' ', 'x'.repeat(128)],
      paymentGateway: [undefined, 'cod'],
      amount: ['much', null, -1],
      status: ['foo', 1],
      email_address: ['not-an-address'],
    }

    for (const [field, values] of Object.entries(wrong)) {
      for (const value of values) {
        const answer = await shop.post('/payments', { ...body, [field]: value }, customer)
        expect(answer).toMatchObject({ status: 400, success: false, errors: { [field]: expect.any(String) } })
      }
    }
    expect(await paymentsOf(order)).toEqual([])
  })
})
