import { describe, expect, it } from 'vitest'
import { activeFilters, filtersAt, priceLabel, priceRange } from './list-address.ts'

const kurtas = { _id: 'e'.repeat(24), name: 'Kurtas', slug: 'kurtas', description: '', count: 4, picture: null }
const labels = (search: string, subject: 'keyword' | 'onSale' | 'category' = 'keyword') =>
  activeFilters(filtersAt('/', new URLSearchParams(search), subject), [kurtas], 'USD').map(({ label }) => label)

describe('the filters of a list', () => {
  it('have readable labels', () => {
    expect(
      labels('keyword=linen&category=kurtas&minPrice=20&maxPrice=49.99&onSale=1&inStock=true&rating=4&sort=rating'),
    ).toEqual(['Kurtas', '$20 – $50', 'On sale', 'In stock', '4 ★ & up'])
  })

  it('name an option where its value says too little', () => {
    expect(labels('option.Size=M&option.Colour=Indigo&option.Colour=Rust')).toEqual(['Indigo', 'Rust', 'Size M'])
  })

  it('show the chosen prices, a band or a typed range', () => {
    const range = (search: string) => priceRange(filtersAt('/', new URLSearchParams(search), 'keyword'), 'USD')

    expect(range('minPrice=40&maxPrice=99.99')).toEqual({
      label: '$40 – $100',
      on: { minPrice: '40', maxPrice: '99.99' },
    })
    expect(range('maxPrice=50')).toEqual({ label: 'Under $50', on: { minPrice: undefined, maxPrice: '50' } })
    expect(range('rating=4')).toBeUndefined()
  })

  it.each([
    [0, 49.99, 'Under $50'],
    [50, 99.99, '$50 – $100'],
    [50, 99.5, '$50 – $99.50'],
    [50, Number.POSITIVE_INFINITY, 'From $50'],
  ])('call prices from %d to %d "%s"', (from, to, label) => {
    expect(priceLabel(from, to, 'USD')).toBe(label)
  })
})
