import { describe, expect, it } from 'vitest'
import { invoiceTotalRows, orderTotalRows } from './order-total-rows.ts'

const shipping = { kind: 'shipping', label: 'Shipping', amount: 80 } as const
const gst = { kind: 'tax', label: 'Tax (18% GST)', amount: 119.34 } as const
const order = {
  ...{ subTotal: 663, savedAmount: 99, shippingAmount: 80, taxAmount: 119.34, totalAmount: 862.34 },
  ...{ currency: 'USD', adjustments: [shipping, gst] },
}
const shown = (rows: ReturnType<typeof orderTotalRows>) => rows.map(({ label, amount }) => `${label}: ${amount}`)

describe('the rows of an order’s totals', () => {
  it('add up to the total, of which the discount is taken', () => {
    expect(shown(orderTotalRows(order))).toEqual([
      ...['Items: $762.00', 'Discount: −$99.00', 'Subtotal: $663.00'],
      ...['Shipping: $80.00', 'Tax (18% GST): $119.34', 'Total: $862.34'],
    ])
  })

  it.each([
    [362.33, 'Amount to pay: $362.34'],
    [362.34, 'Amount paid: $362.34'],
  ])('say of an order with a gift card whether the rest is paid: %s', (amountPaid, last) => {
    const rows = orderTotalRows({ ...order, giftCardAmount: 500, amountToPay: 362.34, amountPaid })
    expect(shown(rows).slice(-2)).toEqual(['Paid by gift card: −$500.00', last])
  })

  it('ask for no payment of a cancelled order, whose invoice stays as it was', () => {
    const cancelled = { ...order, status: 'cancelled', giftCardAmount: 500, amountToPay: 362.34 } as const

    expect(shown(orderTotalRows(cancelled)).at(-1)).toBe('Paid by gift card: −$500.00')
    expect(shown(invoiceTotalRows(cancelled)).at(-1)).toBe('Amount to pay: $362.34')
    expect(shown(orderTotalRows({ ...cancelled, amountPaid: 362.34 })).at(-1)).toBe('Amount paid: $362.34')
  })

  it('have no discount where nothing was saved, name the method of delivery, and end with an included tax', () => {
    const adjustments = [
      { ...shipping, label: 'Express' },
      { ...gst, kind: 'included-tax', label: 'Included tax (18% GST)' } as const,
    ]

    expect(shown(orderTotalRows({ ...order, savedAmount: 0, totalAmount: 743, adjustments }))).toEqual([
      'Items: $663.00',
      'Shipping (Express): $80.00',
      'Total: $743.00',
      'Included tax (18% GST): $119.34',
    ])
  })

  it('say that delivery is free, but not for a cart without anything to ship', () => {
    const free = { ...order, shippingAmount: 0, adjustments: [{ ...shipping, amount: 0 }, gst] }

    expect(shown(orderTotalRows(free))).toContain('Shipping: Free')
    expect(shown(orderTotalRows({ ...free, subTotal: 0 }))).toContain('Shipping: —')
  })

  it('list each discount once below the items, free delivery below its price, the fee, and each rate of tax', () => {
    const adjustments = [
      { kind: 'order-discount', label: 'WELCOME10', amount: -10.01, source: 'a' } as const,
      { kind: 'order-discount', label: 'WELCOME10', amount: -9.99, source: 'a' } as const,
      ...[shipping, { kind: 'shipping-discount', label: 'Free delivery', amount: -80 } as const],
      { kind: 'fee', label: 'Pay on delivery', amount: 5 } as const,
      ...[gst, { ...gst, label: 'Tax (5% GST)', amount: 1 }],
    ]

    expect(shown(orderTotalRows({ ...order, savedAmount: 0, totalAmount: 788.34, adjustments }))).toEqual([
      ...['Items: $683.00', 'WELCOME10: −$20.00', 'Subtotal: $663.00', 'Shipping: $80.00', 'Free delivery: −$80.00'],
      ...['Pay on delivery: $5.00', 'Tax (18% GST): $119.34', 'Tax (5% GST): $1.00', 'Total: $788.34'],
    ])
  })

  it('leave delivery and total open where the shop does not deliver', () => {
    const rows = shown(orderTotalRows(order, { isDelivered: false }))

    expect(rows).toEqual(expect.arrayContaining(['Shipping: —', 'Tax (18% GST): $119.34', 'Total: —']))
  })
})

it('the rows of an invoice list each discount and delivery at its price, and leave an included tax to its table', () => {
  const adjustments = [
    { kind: 'product-discount', label: 'Half price', amount: -100 } as const,
    { kind: 'order-discount', label: 'Welcome', amount: -10.01 } as const,
    ...[shipping, { kind: 'shipping-discount', label: 'Free shipping', amount: -80 } as const],
    { ...gst, kind: 'included-tax' } as const,
  ]

  expect(shown(invoiceTotalRows({ ...order, subTotal: 189.98, totalAmount: 189.98, adjustments }))).toEqual([
    ...['Items: $299.99', 'Half price: −$100.00', 'Welcome: −$10.01'],
    ...['Shipping: $80.00', 'Free shipping: −$80.00', 'Total: $189.98'],
  ])
})
