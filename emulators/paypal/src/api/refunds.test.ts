import { describe, expect, it } from 'vitest'
import { usd, useEmulator } from '../../test/emulator.ts'

describe('Refunding a capture', () => {
  const paypal = useEmulator()
  const statusOf = async (captureId: string) =>
    (await paypal.api('GET', `/v2/payments/captures/${captureId}`)).body.status

  it('refunds the whole remainder when no amount is given', async () => {
    const { captureId: id, orderId } = await paypal.pay()

    const { status, body } = await paypal.refund(id)

    expect(status).toBe(201)
    expect(body).toMatchObject({
      id: expect.stringMatching(/^[A-Z0-9]{17}$/),
      status: 'COMPLETED',
      amount: usd('25.98'),
      seller_payable_breakdown: { gross_amount: usd('25.98'), total_refunded_amount: usd('25.98') },
      links: [{ rel: 'self' }, { rel: 'up', href: `${paypal.url()}/v2/payments/captures/${id}` }],
    })
    expect(await statusOf(id)).toBe('REFUNDED')
    const [unit] = (await paypal.getOrder(orderId)).purchase_units
    expect(unit.payments).toMatchObject({ captures: [{ id, status: 'REFUNDED' }], refunds: [body] })
  })

  it('refunds a part, then another, and shows each under its own id', async () => {
    const { captureId: id } = await paypal.pay()
    const names = { custom_id: 'refund-1', invoice_id: 'order-1-r1', note_to_payer: 'One lamp came back' }

    const first = await paypal.refund(id, { amount: usd('7.50'), ...names })
    expect(await statusOf(id)).toBe('PARTIALLY_REFUNDED')
    const rest = await paypal.refund(id)

    expect(first.body).toMatchObject({ ...names, amount: usd('7.50') })
    expect(rest.body.amount).toEqual(usd('18.48'))
    expect(await statusOf(id)).toBe('REFUNDED')
    const shown = await paypal.api('GET', `/v2/payments/refunds/${rest.body.id}`)
    expect(shown).toMatchObject({ status: 200, body: rest.body })
  })

  it.each([
    ['more than is left', usd('20.49'), 'REFUND_AMOUNT_EXCEEDED'],
    ['another currency', { currency_code: 'EUR', value: '1.00' }, 'REFUND_CAPTURE_CURRENCY_MISMATCH'],
    ['nothing', usd('0.00'), 'CANNOT_BE_ZERO_OR_NEGATIVE'],
    ['a part of a cent', usd('0.005'), 'DECIMAL_PRECISION'],
  ])('refuses to return %s', async (_, amount, issue) => {
    const { captureId: id } = await paypal.pay()
    await paypal.refund(id, { amount: usd('5.50') })

    expect(await paypal.refund(id, { amount })).toMatchObject({ status: 422, body: { details: [{ issue }] } })
    expect(await statusOf(id)).toBe('PARTIALLY_REFUNDED')
  })
})
