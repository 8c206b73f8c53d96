import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { order } from '../../test/samples.ts'
import { OrderTotals } from './values/order-totals.tsx'

afterEach(cleanup)

const rowsOf = (shown: typeof order) => {
  const { container } = render(<OrderTotals order={shown} />)
  const texts = (name: string) => [...container.querySelectorAll(name)].map(({ textContent }) => textContent)
  return texts('dt').map((label, i) => `${label} ${texts('dd')[i]}`)
}

describe('the totals of a receipt', () => {
  it('add up from the items to the total', () => {
    expect(rowsOf(order)).toEqual([
      'Items $96.00',
      'Discount −$24.00',
      'Subtotal $72.00',
      'Shipping $80.00',
      'Tax (18% GST) $12.96',
      'Total $164.96',
    ])
  })

  it('need no subtotal where nothing was saved', () => {
    expect(rowsOf({ ...order, savedAmount: 0, shippingAmount: 0, totalAmount: 84.96 })).toEqual([
      'Items $72.00',
      'Shipping Free',
      'Tax (18% GST) $12.96',
      'Total $84.96',
    ])
  })
})
