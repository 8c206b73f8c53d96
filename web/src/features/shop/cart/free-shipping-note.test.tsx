import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { FreeShippingNote } from './free-shipping-note.tsx'

afterEach(cleanup)

const textAt = (itemsPrice: number) =>
  render(<FreeShippingNote itemsPrice={itemsPrice} freeAboveCents={500_000} />).container.textContent

describe('the note about free shipping', () => {
  it.each([
    [2999.99, ''],
    [3000, 'Add $2,000.01 more for free shipping'],
    [5000, 'Add $0.01 more for free shipping'],
    [5000.01, 'Your order ships free'],
  ])('at %s says %j', (itemsPrice, text) => {
    expect(textAt(itemsPrice)).toBe(text)
  })
})
