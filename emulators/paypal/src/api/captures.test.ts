import { describe, expect, it } from 'vitest'
import { useEmulator } from '../../test/emulator.ts'

describe('Capturing an order', () => {
  const paypal = useEmulator()

  it('completes it and shows what the merchant receives', async () => {
    const id = await paypal.createOrder({ invoice_id: 'order-1-1' })
    await paypal.choose(id, 'pay')

    const { status, body } = await paypal.capture(id)

    expect({ status, order: body.status }).toEqual({ status: 201, order: 'COMPLETED' })
    const [capture] = body.purchase_units[0].payments.captures
    expect(capture).toMatchObject({
      id: expect.stringMatching(/^[A-Z0-9]{17}$/),
      status: 'COMPLETED',
      amount: { currency_code: 'USD', value: '25.98' },
      custom_id: 'order-1',
      invoice_id: 'order-1-1',
      seller_receivable_breakdown: { paypal_fee: { value: '1.40' }, net_amount: { value: '24.58' } },
    })
    expect(await paypal.getOrder(id)).toEqual(body)
  })

  it('shows the capture under its own id, with its order', async () => {
    const id = await paypal.createOrder()
    await paypal.choose(id, 'pay')
    const { body: order } = await paypal.capture(id)
    const captureId = order.purchase_units[0].payments.captures[0].id

    const { status, body } = await paypal.api('GET', `/v2/payments/captures/${captureId}`)

    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: captureId,
      status: 'COMPLETED',
      custom_id: 'order-1',
      supplementary_data: { related_ids: { order_id: id } },
    })
  })

  it('leaves an eCheck pending', async () => {
    const id = await paypal.createOrder()
    await paypal.choose(id, 'echeck')

    const { body } = await paypal.capture(id)

    expect(body.status).toBe('COMPLETED')
    expect(body.purchase_units[0].payments.captures[0]).toMatchObject({
      status: 'PENDING',
      status_details: { reason: 'ECHECK' },
    })
  })

  it('is refused by the bank if the buyer chose so, and the order waits for another way to pay', async () => {
    const id = await paypal.createOrder()
    await paypal.choose(id, 'refuse')

    const { status, body } = await paypal.capture(id)

    expect({ status, issue: body.details[0].issue }).toEqual({ status: 422, issue: 'INSTRUMENT_DECLINED' })
    expect(body.links).toContainEqual(expect.objectContaining({ rel: 'redirect' }))
    expect(await paypal.getOrder(id)).toMatchObject({ status: 'PAYER_ACTION_REQUIRED' })

    await paypal.choose(id, 'pay')
    expect((await paypal.capture(id)).body.status).toBe('COMPLETED')
  })

  it('needs an approval, and happens once', async () => {
    const id = await paypal.createOrder()
    const early = await paypal.capture(id)
    await paypal.choose(id, 'pay')
    await paypal.capture(id)
    const late = await paypal.capture(id)

    expect(early).toMatchObject({ status: 422, body: { details: [{ issue: 'ORDER_NOT_APPROVED' }] } })
    expect(late).toMatchObject({ status: 422, body: { details: [{ issue: 'ORDER_ALREADY_CAPTURED' }] } })
  })

  it('takes an invoice id once', async () => {
    const first = await paypal.createOrder({ invoice_id: 'order-2-1' })
    const second = await paypal.createOrder({ invoice_id: 'order-2-1' })
    await paypal.choose(first, 'pay')
    await paypal.choose(second, 'pay')
    await paypal.capture(first)

    const { status, body } = await paypal.capture(second)

    expect({ status, issue: body.details[0].issue }).toEqual({ status: 422, issue: 'DUPLICATE_INVOICE_ID' })
    expect(await paypal.getOrder(second)).toMatchObject({ status: 'APPROVED' })
  })

  it('honours PayPal-Mock-Response and leaves the order as it is', async () => {
    const id = await paypal.createOrder()
    await paypal.choose(id, 'pay')

    const mock = { 'paypal-mock-response': '{"mock_application_codes":"INSTRUMENT_DECLINED"}' }
    const { status, body } = await paypal.capture(id, mock)

    expect({ status, issue: body.details[0].issue }).toEqual({ status: 422, issue: 'INSTRUMENT_DECLINED' })
    expect(await paypal.getOrder(id)).toMatchObject({ status: 'APPROVED' })
  })
})
