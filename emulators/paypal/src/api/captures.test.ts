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

  it('needs an approval, and happens once', async () => {
    const id = await paypal.createOrder()
    const early = await paypal.capture(id)
    await paypal.choose(id, 'pay')
    await paypal.capture(id)
    const late = await paypal.capture(id)

    expect(early).toMatchObject({ status: 422, body: { details: [{ issue: 'ORDER_NOT_APPROVED' }] } })
    expect(late).toMatchObject({ status: 422, body: { details: [{ issue: 'ORDER_ALREADY_CAPTURED' }] } })
  })
})
