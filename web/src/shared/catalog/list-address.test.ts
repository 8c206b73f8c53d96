import { describe, expect, it } from 'vitest'
import { kurtas } from '../../../test/samples.ts'
import { filtersAt, filtersUrl, listAddress, priceLabel, priceRange, toggled } from './list-address.ts'
import { activeFilters } from './product-listing.tsx'

const from = (search: string) => listAddress(new URLSearchParams(search))
const at = (search: string) => filtersAt('/search', new URLSearchParams(search), 'keyword')

describe('the address of a list', () => {
  it('is page 1 of 8 unless it says otherwise (T256)', () => {
    expect(from('')).toEqual({ page: 1, size: 8 })
    expect(from('page=3&size=20')).toEqual({ page: 3, size: 20 })
    expect(listAddress(new URLSearchParams('page=2'), 50)).toEqual({ page: 2, size: 50 })
  })

  it.each(['0', '-1', '1.5', 'abc', '', '1e99'])('takes the default for %s (B94, B95)', text => {
    expect(from(`page=${text}&size=${text}`)).toEqual({ page: 1, size: 8 })
  })

  it('contains filters and order of the list (T258)', () => {
    const search =
      'keyword=linen&category=kurtas&minPrice=20&maxPrice=99.99&onSale=true&inStock=1&rating=4&sort=price-asc'

    expect(from(search)).toEqual({
      ...{ page: 1, size: 8, keyword: 'linen', category: 'kurtas', minPrice: '20', maxPrice: '99.99' },
      ...{ onSale: 'true', inStock: 'true', rating: '4', sort: 'price-asc' },
    })
  })

  it('turns a reversed price range around', () => {
    expect(from('minPrice=150&maxPrice=49.99')).toMatchObject({ minPrice: '49.99', maxPrice: '150' })
    expect(at('minPrice=150&maxPrice=100&keyword=tee').kept.toString()).toBe('keyword=tee&minPrice=100&maxPrice=150')
    expect(from('minPrice=150')).toEqual({ page: 1, size: 8, minPrice: '150' })
  })

  it('ignores invalid values', () => {
    expect(from('minPrice=cheap&maxPrice=-1&onSale=no&inStock=&rating=9&sort=upwards&keyword=+&category=')).toEqual({
      page: 1,
      size: 8,
    })
  })

  it('keeps keyword, filters and size, and nothing that lists do not know (T056)', () => {
    expect(at('utm=x&page=3&keyword=a%26b').kept.toString()).toBe('keyword=a%26b')
    expect(at('size=20&page=2&rating=4&sort=rating').kept.toString()).toBe('rating=4&sort=rating&size=20')
  })

  it('contains the chosen values of options, sorted, in calls and in links', () => {
    const search = 'option.Size=M&sort=rating&option.Colour=Indigo&option.Size=L&option.Size=M'

    expect(from(search)).toEqual({
      ...{ page: 1, size: 8, sort: 'rating' },
      ...{ 'option.Colour': ['Indigo'], 'option.Size': ['L', 'M'] },
    })
    expect(at(search).kept.toString()).toBe('sort=rating&option.Colour=Indigo&option.Size=L&option.Size=M')
  })

  it('adds a value of an option to the others, and takes it away', () => {
    const present = at('option.Size=L&option.Size=M')
    const urlOf = (value: string) => filtersUrl(present, toggled(present, 'Size', value).change)

    expect(urlOf('S')).toBe('/search?option.Size=L&option.Size=M&option.Size=S')
    expect(urlOf('M')).toBe('/search?option.Size=L')
    expect(toggled(present, 'Size', 'M').isOn).toBe(true)
  })

  it('changes in one filter, from its first page', () => {
    const present = at('keyword=linen&rating=4&page=3&size=20')

    expect(filtersUrl(present, { category: 'kurtas' })).toBe('/search?keyword=linen&rating=4&size=20&category=kurtas')
    expect(filtersUrl(present, { rating: '' })).toBe('/search?keyword=linen&size=20')
    expect(filtersUrl(at('rating=4'), { rating: '' })).toBe('/search')
  })
})

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
