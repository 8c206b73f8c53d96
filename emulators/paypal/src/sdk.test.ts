import { Readable } from 'node:stream'
import {
  ApiError,
  CheckoutPaymentIntent,
  FileWrapper,
  type OrderRequest,
  OrdersController,
  PaymentsController,
} from '@paypal/paypal-server-sdk'
import { describe, expect, it } from 'vitest'
import { useEmulator } from '../test/emulator.ts'
import { rebasedClient } from '../test/rebased-client.ts'

const representation = 'return=representation'
const order: OrderRequest = {
  intent: CheckoutPaymentIntent.Capture,
  purchaseUnits: [
    {
      customId: 'order-1',
      amount: {
        currencyCode: 'USD',
        value: '12.00',
        breakdown: { itemTotal: { currencyCode: 'USD', value: '12.00' } },
      },
      items: [{ name: 'Clay lamp', quantity: '1', unitAmount: { currencyCode: 'USD', value: '12.00' } }],
      shipping: { address: { addressLine1: 'Hill Road 1', adminArea2: 'Mumbai', countryCode: 'IN' } },
    },
  ],
  paymentSource: {
    paypal: { experienceContext: { returnUrl: 'http://shop.test/pay', cancelUrl: 'http://shop.test/pay' } },
  },
}

describe("PayPal's own SDK", () => {
  const paypal = useEmulator()

  function sdk() {
    const client = rebasedClient(paypal.url())
    const orders = new OrdersController(client)
    const create = async () => (await orders.createOrder({ body: order, prefer: representation })).result.id ?? ''
    const capture = (id: string, paypalRequestId: string) =>
      orders.captureOrder({ id, paypalRequestId, prefer: representation })
    return { client, orders, payments: new PaymentsController(client), create, capture }
  }

  it('creates, captures and reads a payment', async () => {
    const { orders, payments, create, capture } = sdk()
    const id = await create()
    await paypal.choose(id, 'pay')

    const captured = await capture(id, 'sdk-1')
    const captureId = captured.result.purchaseUnits?.[0]?.payments?.captures?.[0]?.id ?? ''
    const read = await orders.getOrder({ id })
    const payment = await payments.getCapturedPayment({ captureId })

    expect(captured).toMatchObject({ statusCode: 201, result: { status: 'COMPLETED' } })
    expect(read.result).toEqual(captured.result)
    expect(read.result.paymentSource?.paypal?.emailAddress).toBe('buyer@example.com')
    expect(payment.result).toMatchObject({
      status: 'COMPLETED',
      amount: { currencyCode: 'USD', value: '12.00' },
      customId: 'order-1',
      supplementaryData: { relatedIds: { orderId: id } },
    })
  })

  it('gets an error for a decline, and succeeds with another approval and a new request id', async () => {
    const { create, capture } = sdk()
    const id = await create()
    await paypal.choose(id, 'refuse')

    const refusal = await capture(id, 'sdk-2').catch((error: unknown) => error)
    await paypal.choose(id, 'pay')
    const retried = await capture(id, 'sdk-3')

    expect(refusal).toBeInstanceOf(ApiError)
    expect(refusal).toMatchObject({ statusCode: 422, result: { details: [{ issue: 'INSTRUMENT_DECLINED' }] } })
    expect(retried.result.status).toBe('COMPLETED')
  })

  it('gets the same capture again for the same request id', async () => {
    const { create, capture } = sdk()
    const id = await create()
    await paypal.choose(id, 'pay')

    const first = await capture(id, 'sdk-4')
    const again = await capture(id, 'sdk-4')

    expect([first.statusCode, again.statusCode]).toEqual([201, 200])
    expect(again.result).toEqual(first.result)
  })

  it('refunds a part and the rest, and reads the refund', async () => {
    const { orders, payments, create, capture } = sdk()
    const id = await create()
    await paypal.choose(id, 'pay')
    const { result } = await capture(id, 'sdk-5')
    const captureId = result.purchaseUnits?.[0]?.payments?.captures?.[0]?.id ?? ''
    const part = { amount: { currencyCode: 'USD', value: '2.00' }, customId: 'refund-1' }

    const first = await payments.refundCapturedPayment({ captureId, body: part, prefer: representation })
    const rest = await payments.refundCapturedPayment({ captureId, prefer: representation })
    const read = await payments.getRefund({ refundId: first.result.id ?? '' })
    const order = await orders.getOrder({ id })

    expect(first).toMatchObject({ statusCode: 201, result: { status: 'COMPLETED', customId: 'refund-1' } })
    expect(rest.result.amount).toEqual({ currencyCode: 'USD', value: '10.00' })
    expect(read.result).toMatchObject({ id: first.result.id, amount: part.amount, customId: 'refund-1' })
    expect(order.result.purchaseUnits?.[0]?.payments).toMatchObject({
      captures: [{ id: captureId, status: 'REFUNDED' }],
      refunds: [{ id: first.result.id }, { id: rest.result.id }],
    })
  })

  it("answers evidence that is sent through the SDK's own requests", async () => {
    const { client, create, capture } = sdk()
    const id = await create()
    await paypal.choose(id, 'pay')
    const { result } = await capture(id, 'sdk-6')
    const captureId = result.purchaseUnits?.[0]?.payments?.captures?.[0]?.id ?? ''
    paypal.emulator().trigger({ what: 'dispute-opened', id: captureId })
    const send = async (method: 'GET' | 'POST', path: string, form?: Record<string, unknown>) => {
      const request = client.getRequestBuilderFactory()(method, path)
      request.authenticate([{ oauth2: true }])
      if (form) request.formData(form)
      return JSON.parse(String((await request.callAsText()).result))
    }
    const tracking_info = [{ carrier_name: 'INDIA_POST', tracking_number: 'EE123456789IN' }]
    const evidences = [{ evidence_type: 'PROOF_OF_FULFILLMENT', evidence_info: { tracking_info } }]
    const receipt = new FileWrapper(Readable.from('%PDF-1.7'), {
      contentType: 'application/pdf',
      filename: 'receipt.pdf',
    })

    const [dispute] = (await send('GET', '/v1/customer/disputes')).items
    const path = `/v1/customer/disputes/${dispute.dispute_id}`
    await send('POST', `${path}/provide-evidence`, { input: JSON.stringify({ evidences }), receipt })

    const documents = [{ name: 'receipt.pdf' }]
    expect(await send('GET', path)).toMatchObject({
      status: 'UNDER_REVIEW',
      evidences: [{ ...evidences[0], documents }],
    })
  })

  it('cannot use wrong credentials', async () => {
    const client = rebasedClient(paypal.url(), 'guess')

    const attempt = new OrdersController(client).getOrder({ id: '1' })

    await expect(attempt).rejects.toMatchObject({ statusCode: 401, result: { error: 'invalid_client' } })
  })
})
