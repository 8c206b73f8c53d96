import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ok, stubShop } from '../../../../test/browser.tsx'
import { order } from '../../../../test/samples.ts'
import { linked, open, orderCall, payment, providerOrder, signedIn, startAsCustomer } from './order-page-fixtures.tsx'

startAsCustomer()

const checkCall = `GET /payments/paypal/orders/${order._id}`
const underWay = ok({ transactionId: null, isUnderWay: true })
const approved = ok({ transactionId: providerOrder, isUnderWay: true })
const waiting = { ...signedIn, [orderCall]: ok(order) }
const paid = () => ({
  ...signedIn,
  [orderCall]: [ok(order), ok(linked('completed'))],
  'POST /payments': ok(payment, 201),
})

const comeBack = () => act(async () => void dispatchEvent(new Event('focus')))

/** Opens the page and waits for its first question. */
async function openWaiting(outcomes: Parameters<typeof stubShop>[0]) {
  const shop = stubShop(outcomes)
  open()
  await screen.findByText('Amount to pay')
  await waitFor(() => expect(shop.callsTo(checkCall)).toHaveLength(1))
  return shop
}

describe('a pay page whose payment ends elsewhere', () => {
  it('B42 shows the order as paid after a popup that outlived a reload was used', async () => {
    const { callsTo } = await openWaiting({ ...paid(), [checkCall]: [underWay, approved] })

    await comeBack()

    expect(await screen.findByText('Amount paid')).toBeTruthy()
    expect(callsTo('POST /payments').map(({ body }) => body)).toEqual([
      { order: order._id, transactionId: providerOrder, paymentGateway: 'paypal' },
    ])
    expect(localStorage.getItem('mela.paying')).toContain(order._id)
  })

  it('does not ask for a declined payment again by itself, and keeps its message', async () => {
    const declined = ok({ ...payment, status: 'failed' }, 201)
    const outcomes = { ...waiting, [checkCall]: [underWay, approved], 'POST /payments': declined }
    const { callsTo } = await openWaiting(outcomes)
    await comeBack()
    await screen.findByText('Choose another way to pay')

    await comeBack()
    await waitFor(() => expect(callsTo(checkCall)).toHaveLength(3))

    expect(callsTo('POST /payments')).toHaveLength(1)
    expect(screen.getByText('Choose another way to pay')).toBeTruthy()
  })
})
