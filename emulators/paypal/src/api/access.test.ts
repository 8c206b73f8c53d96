import { describe, expect, it } from 'vitest'
import { basic, useEmulator } from '../../test/emulator.ts'

const form = { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' }

describe('Access', () => {
  const paypal = useEmulator()

  it('refuses a wrong secret', async () => {
    const wrong = { ...form, authorization: `Basic ${btoa('test-client:guess')}` }

    const answer = await paypal.request('POST', '/v1/oauth2/token', wrong, 'grant_type=client_credentials')

    expect(answer.status).toBe(401)
    expect(answer.body).toMatchObject({ error: 'invalid_client' })
  })

  it('refuses everything under /v1 and /v2 without a token, known or not', async () => {
    for (const path of [
      '/v2/checkout/orders/1',
      '/v2/payments/captures/1',
      '/v1/customer/disputes',
      '/v1/nothing',
      '/v2/nothing',
    ]) {
      const answer = await paypal.request('GET', path, { authorization: 'Bearer guess' })

      expect(answer.status).toBe(401)
      expect(answer.body).toMatchObject({ error: 'invalid_token' })
    }
  })

  it('answers 404 in the shape of the API for what does not exist', async () => {
    const { status, headers, body } = await paypal.api('GET', '/v2/checkout/orders/NOTHING')

    expect(status).toBe(404)
    expect(body).toMatchObject({ name: 'RESOURCE_NOT_FOUND', details: [{ issue: 'INVALID_RESOURCE_ID' }], links: [] })
    expect(body.debug_id).toBe(headers.get('paypal-debug-id'))
  })
})
