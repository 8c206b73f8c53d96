import { describe, expect, it } from 'vitest'
import { anOrder, credentials, useEmulator } from '../../test/emulator.ts'

const orders = '/v2/checkout/orders'

describe('Orders', () => {
  const paypal = useEmulator()

  it('answers a new order with its id, status and links only', async () => {
    const { status, body } = await paypal.api('POST', orders, anOrder())

    expect(status).toBe(201)
    expect(Object.keys(body)).toEqual(['id', 'status', 'links'])
    expect(body).toMatchObject({ id: expect.stringMatching(/^[A-Z0-9]{17}$/), status: 'PAYER_ACTION_REQUIRED' })
    expect(body.links).toContainEqual({
      href: expect.stringContaining(`/checkoutnow?token=${body.id}`),
      rel: 'payer-action',
      method: 'GET',
    })
  })

  it('expires an order that is not approved within three hours', async () => {
    const id = await paypal.createOrder()
    paypal.clock.advance(3.1)

    const { status } = await paypal.api('GET', `${orders}/${id}`)

    expect(status).toBe(404)
  })
})

describe('With the public client id alone, as in a browser', () => {
  const paypal = useEmulator()
  const path = (field: string) => `/purchase_units/@reference_id=='default'/${field}`
  const other = { merchant_id: 'ANOTHERSHOP23' }

  /** A call with the token that PayPal's script gets, without the secret. */
  async function fromBrowser(method: string, at: string, body?: unknown) {
    const authorization = `Basic ${btoa(`${credentials.clientId}:`)}`
    const form = { authorization, 'content-type': 'application/x-www-form-urlencoded' }
    const token = await paypal.request('POST', '/v1/oauth2/token', form, 'grant_type=client_credentials')
    const bearer = { authorization: `Bearer ${token.body.access_token}`, 'content-type': 'application/json' }
    return paypal.request(method, at, { ...bearer, prefer: 'return=representation' }, body)
  }

  it('an order is made that pays another account, and is captured', async () => {
    const { status, body } = await fromBrowser('POST', orders, anOrder({ payee: other }))
    await paypal.choose(body.id, 'pay')
    const captured = await fromBrowser('POST', `${orders}/${body.id}/capture`)

    expect({ status, units: body.purchase_units }).toMatchObject({ status: 201, units: [{ payee: other }] })
    expect(captured).toMatchObject({ status: 201, body: { status: 'COMPLETED', purchase_units: [{ payee: other }] } })
  })

  it('payee, reference and description of an order change until it is captured, its amount until it is approved', async () => {
    const id = await paypal.createOrder()
    await paypal.choose(id, 'pay')
    const patches = [
      { op: 'replace', path: path('custom_id'), value: 'order-2' },
      { op: 'replace', path: path('description'), value: 'Something else' },
      { op: 'replace', path: path('payee/email'), value: 'me@example.com' },
    ]

    const { merchant_id } = (await paypal.getOrder(id)).purchase_units[0].payee

    const { status } = await fromBrowser('PATCH', `${orders}/${id}`, patches)

    const beside = { merchant_id, email_address: 'me@example.com' }
    expect(status).toBe(204)
    expect(await paypal.getOrder(id)).toMatchObject({
      purchase_units: [{ custom_id: 'order-2', description: 'Something else', payee: beside }],
    })
  })

  it('nothing of the account is seen or refunded', async () => {
    const { captureId } = await paypal.pay('pay', { invoice_id: 'browser-1' })

    for (const [method, at] of [
      ['GET', '/v1/identity/oauth2/userinfo'],
      ['GET', `/v2/payments/captures/${captureId}`],
      ['POST', `/v2/payments/captures/${captureId}/refund`],
      ['GET', '/v1/customer/disputes'],
    ] as const)
      expect([at, (await fromBrowser(method, at)).status]).toEqual([at, 403])
  })
})
