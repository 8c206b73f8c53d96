import { describe, expect, it } from 'vitest'
import { basic, useEmulator } from '../../test/emulator.ts'

const client = { authorization: basic, 'content-type': 'application/json' }

describe('Adopting a payment', () => {
  const paypal = useEmulator()

  async function adopt(claim: object) {
    const request = { amount: '12.3', currency: 'USD', custom_id: 'order-9', ...claim }
    const answer = await paypal.request('POST', '/__emulator/adopt', client, request)
    return { status: answer.status, body: answer.body }
  }

  it('registers a completed payment under the given id, as order and as capture', async () => {
    const claim = {
      id: 'my_made-up.id~1',
      status: 'COMPLETED',
      email: 'a@b.c',
      update_time: '2030-05-06T07:08:09+01:00',
    }

    const { status, body } = await adopt(claim)

    const capture = await paypal.api('GET', '/v2/payments/captures/my_made-up.id~1')
    expect(status).toBe(201)
    expect(await paypal.getOrder('my_made-up.id~1')).toEqual(body)
    expect(body).toMatchObject({
      status: 'COMPLETED',
      update_time: '2030-05-06T06:08:09Z',
      payment_source: { paypal: { email_address: 'a@b.c' } },
    })
    expect(capture.body).toMatchObject({
      id: 'my_made-up.id~1',
      status: 'COMPLETED',
      amount: { currency_code: 'USD', value: '12.30' },
      custom_id: 'order-9',
      supplementary_data: { related_ids: { order_id: 'my_made-up.id~1' } },
    })
  })

  it('registers the capture’s own id and its refund, when a shop has recorded both', async () => {
    const refunds = [{ id: 'PAST-1', amount: '2.30' }]

    const { body } = await adopt({ id: 'O-1', capture_id: 'C-1', status: 'completed', refunds })

    const [{ payments }] = body.purchase_units
    expect(payments.captures).toMatchObject([{ id: 'C-1', status: 'PARTIALLY_REFUNDED' }])
    expect(payments.refunds).toMatchObject([{ id: 'PAST-1', status: 'COMPLETED', amount: { value: '2.30' } }])
    const rest = await paypal.api('POST', '/v2/payments/captures/C-1/refund', {})
    expect(rest.status).toBe(201)
    expect(await paypal.getOrder('O-1')).toMatchObject({
      purchase_units: [{ payments: { captures: [{ status: 'REFUNDED' }] } }],
    })
  })
})
