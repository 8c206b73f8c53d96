import { describe, expect, it } from 'vitest'
import { anOrder, useEmulator } from '../../test/emulator.ts'

const orders = '/v2/checkout/orders'
const internalError = { 'paypal-mock-response': '{"mock_application_codes":"INTERNAL_SERVER_ERROR"}' }

function withId(id: string) {
  return { 'paypal-request-id': id }
}

describe('PayPal-Request-Id', () => {
  const paypal = useEmulator()

  it('creates one order however often it is sent, and answers 200 with its latest state', async () => {
    const first = await paypal.api('POST', orders, anOrder(), withId('create-1'))
    await paypal.choose(first.body.id, 'pay')
    const again = await paypal.api('POST', orders, anOrder(), withId('create-1'))

    expect(first.status).toBe(201)
    expect(again).toMatchObject({ status: 200, body: { id: first.body.id, status: 'APPROVED' } })
  })

  it('captures once however often it is sent', async () => {
    const id = await paypal.createOrder()
    await paypal.choose(id, 'pay')

    const first = await paypal.capture(id, withId('capture-1'))
    const again = await paypal.capture(id, withId('capture-1'))

    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.body).toEqual(first.body)
  })

  it('is not kept when the answer was 5xx or a malformed request', async () => {
    const id = await paypal.createOrder()
    await paypal.choose(id, 'pay')
    const failed = await paypal.capture(id, { ...withId('capture-4'), ...internalError })
    const retried = await paypal.capture(id, withId('capture-4'))
    const malformed = await paypal.api('POST', orders, {}, withId('create-2'))
    const corrected = await paypal.api('POST', orders, anOrder(), withId('create-2'))

    expect([failed.status, retried.status]).toEqual([500, 201])
    expect([malformed.status, corrected.status]).toEqual([400, 201])
  })
})
