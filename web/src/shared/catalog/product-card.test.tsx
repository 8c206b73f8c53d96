import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { leaveShop, stubShop, visit } from '../../../test/browser.tsx'
import { kurtaInFull } from '../../../test/samples.ts'
import type { CardProduct } from './catalog.api.ts'
import { ProductCard } from './product-card.tsx'

afterEach(leaveShop)

function show(given: Partial<CardProduct>, withCategory = false) {
  stubShop({})
  const product = { ...kurtaInFull, ...given }
  visit('/', [{ path: '/', Component: () => <ProductCard product={product} withCategory={withCategory} /> }])
}

const colour = (name: string) => ({ name, swatch: '#1f3a5f' })

describe('the card of a product', () => {
  it.each([
    [0, false],
    [2, false],
    [3, true],
  ])('with %d reviews shows the rating: %s', (count, isShown) => {
    show({ rating: { average: 4.5, count } })

    expect(screen.queryByRole('img', { name: /^Rated/ }) !== null).toBe(isShown)
  })

  it('shows up to four of its colours, and no sizes or pictures', () => {
    const values = [...['Indigo', 'Rust', 'Sand', 'Olive', 'Ink'].map(colour), { name: 'Ikat', swatch: 'a'.repeat(24) }]
    show({ options: [{ values: [{ name: 'M' }] }, { values }] })

    const swatches = screen.getByRole('img', { name: 'Indigo, Rust, Sand, Olive' })
    expect(swatches.children).toHaveLength(4)
  })

  it('says from which price it is sold where variants differ, instead of the product’s', () => {
    show({ priceRange: { from: 46, to: 52, savedPercent: 0 } })

    expect(screen.getByText('from $46')).toBeTruthy()
    expect(screen.queryByText('$48.00')).toBeNull()
  })
})
