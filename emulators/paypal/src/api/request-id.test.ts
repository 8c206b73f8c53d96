import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
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

  it('gets the old refusal back after a decline, so that a new try needs a new id', async () => {
    const id = await paypal.createOrder()
    await paypal.choose(id, 'refuse')
    await paypal.capture(id, withId('capture-2'))
    await paypal.choose(id, 'pay')

    const again = await paypal.capture(id, withId('capture-2'))
    const retry = await paypal.capture(id, withId('capture-3'))

    expect(again).toMatchObject({ status: 422, body: { details: [{ issue: 'INSTRUMENT_DECLINED' }] } })
    expect(retry).toMatchObject({ status: 201, body: { status: 'COMPLETED' } })
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

  it('is forgotten after six hours', async () => {
    const first = await paypal.api('POST', orders, anOrder(), withId('create-3'))
    paypal.clock.advance(6.1)
    const later = await paypal.api('POST', orders, anOrder(), withId('create-3'))

    expect(later.status).toBe(201)
    expect(later.body.id).not.toBe(first.body.id)
  })

  it('answers 409 while the first request is still running', async () => {
    const slow = request(`${paypal.url()}${orders}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await paypal.token()}`,
        'content-type': 'application/json',
        // A 100 Continue means that the server has started to process the request.
        expect: '100-continue',
        ...withId('create-4'),
      },
    })
    const responded = once(slow, 'response')
    await once(slow, 'continue')

    const second = await paypal.api('POST', orders, anOrder(), withId('create-4'))
    slow.end(JSON.stringify(anOrder()))
    const [first] = await responded
    const third = await paypal.api('POST', orders, anOrder(), withId('create-4'))

    expect(second).toMatchObject({ status: 409, body: { details: [{ issue: 'PREVIOUS_REQUEST_IN_PROGRESS' }] } })
    expect(first.statusCode).toBe(201)
    expect(third).toMatchObject({ status: 200, body: JSON.parse(await text(first)) })
  })
})
