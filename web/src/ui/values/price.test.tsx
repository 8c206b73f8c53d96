// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Price } from './price.tsx'
import { SaleTag } from './sale-tag.tsx'

afterEach(cleanup)

const onSale = { price: 48, onSale: true, salePrice: 36 }
const textOf = (element: React.ReactElement) => render(element).container.textContent

describe('a price', () => {
  it('has a dollar sign and two decimals (T108, B115)', () => {
    expect(textOf(<Price product={{ price: 1234.5, onSale: false, salePrice: 0 }} />)).toBe('$1,234.50')
  })

  it('says which is the sale price and which the original one (T026)', () => {
    expect(textOf(<Price product={onSale} />)).toBe('Sale price$36.00Original price$48.00')
  })

  it('is the plain one when the sale price is no bargain', () => {
    expect(textOf(<Price product={{ ...onSale, salePrice: 0 }} />)).toBe('$48.00')
    expect(textOf(<Price product={{ ...onSale, salePrice: 50 }} />)).toBe('$48.00')
  })
})

describe('a sale tag', () => {
  it('tells how much cheaper the product is', () => {
    expect(textOf(<SaleTag product={onSale} />)).toBe('-25%')
  })

  it('says only Sale when that is less than half a percent', () => {
    expect(textOf(<SaleTag product={{ price: 1000, onSale: true, salePrice: 999 }} />)).toBe('Sale')
  })

  it('is absent when nothing is saved', () => {
    expect(textOf(<SaleTag product={{ ...onSale, onSale: false }} />)).toBe('')
  })
})
