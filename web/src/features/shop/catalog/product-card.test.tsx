import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { leaveShop, stubShop, visit } from '../../../../test/browser.tsx'
import { kurtaInFull } from '../../../../test/samples.ts'
import type { CardProduct } from './card-page.ts'
import { ProductCard } from './product-card.tsx'

afterEach(leaveShop)

function show(given: Partial<CardProduct>) {
  stubShop({})
  visit('/', [{ path: '/', Component: () => <ProductCard product={{ ...kurtaInFull, ...given }} /> }])
}

const colour = (name: string) => ({ name, swatch: '#1f3a5f' })

describe('the card of a product', () => {
  it('shows up to four of its colours, and no sizes or pictures', () => {
    const values = [...['Indigo', 'Rust', 'Sand', 'Olive', 'Ink'].map(colour), { name: 'Ikat', swatch: 'a'.repeat(24) }]
    show({ options: [{ values: [{ name: 'M' }] }, { values }] })

    const swatches = screen.getByRole('img', { name: 'Indigo, Rust, Sand, Olive' })
    expect(swatches.children).toHaveLength(4)
  })

  it.each([[[]], [undefined]])('shows no colours with the options %j, which older visits stored', options => {
    show({ options })
    expect(screen.queryByRole('img')).toBeNull()
  })

  it('says from which price it is sold where variants differ, instead of the product’s', () => {
    show({ priceRange: { from: 46, to: 52, savedPercent: 0 } })

    expect(screen.getByText('from $46')).toBeTruthy()
    expect(screen.queryByText('$48.00')).toBeNull()
  })

  it('has the price of its variants where all cost the same, and not what the product does', () => {
    show({ priceRange: { from: 52, to: 52, savedPercent: 0 } })

    expect(screen.getByText('$52.00')).toBeTruthy()
  })
})
