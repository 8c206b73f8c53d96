import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Price, SaleTag } from './price.tsx'

afterEach(cleanup)

const onSale = { price: 48, onSale: true, salePrice: 36 }
const textOf = (element: React.ReactElement) => render(element).container.textContent

describe('a price', () => {
  it('has a dollar sign and two decimals (T108, B115)', () => {
    expect(textOf(<Price product={{ price: 1234.5, onSale: false, salePrice: 0 }} />)).toBe('$1,234.50')
  })

  it('labels the sale price and the original one (T026)', () => {
    expect(textOf(<Price product={onSale} />)).toBe('Sale price$36.00Original price$48.00')
  })

  it('is the plain one when the sale price is not lower', () => {
    expect(textOf(<Price product={{ ...onSale, salePrice: 0 }} />)).toBe('$48.00')
    expect(textOf(<Price product={{ ...onSale, salePrice: 50 }} />)).toBe('$48.00')
  })
})

describe('a sale tag', () => {
  it('shows the discount in percent', () => {
    expect(textOf(<SaleTag product={onSale} />)).toBe('-25%')
  })

  it('is hidden without a discount', () => {
    expect(textOf(<SaleTag product={{ ...onSale, onSale: false }} />)).toBe('')
    expect(textOf(<SaleTag product={{ ...onSale, price: 0 }} />)).toBe('')
  })

  it('shows the highest discount of the variants where they differ from the product', () => {
    const tagOf = (savedPercent: number, product = onSale) =>
      textOf(<SaleTag product={{ ...product, priceRange: { savedPercent } }} />)

    expect(tagOf(16.67, { ...onSale, onSale: false })).toBe('-17%')
    expect(tagOf(0.3)).toBe('Sale')
    expect(tagOf(0)).toBe('')
  })
})
