// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { leaveShop, ok, refused, stubShop, visit } from '../../../test/browser.tsx'
import { kurtaInFull } from '../../../test/samples.ts'
import { SearchPage } from './search-page.tsx'

afterEach(leaveShop)

const kurtas = { _id: 'e'.repeat(24), name: 'Kurtas', slug: 'kurtas', description: '', count: 4, picture: null }
const listCall = (keyword: string) => `GET /products?page=1&size=8&keyword=${keyword}`
const page = (data: object[], total = data.length) => ({
  body: {
    success: true,
    message: '',
    data,
    meta: { page: 1, size: 8, pageCount: Math.max(1, Math.ceil(total / 8)), total },
  },
})

function search(keyword: string, answer: object | 'unreachable') {
  stubShop({ [listCall(keyword)]: answer as 'unreachable', 'GET /categories': ok([kurtas]) })
  visit(`/search?keyword=${keyword}`, [{ path: '/search', Component: SearchPage }])
}

describe('the search page', () => {
  it('shows what was found, and pages that keep the keyword (T054, T055, T056)', async () => {
    search('linen', page([kurtaInFull], 9))

    await screen.findByRole('link', { name: kurtaInFull.name })
    expect(screen.getByRole('heading', { level: 1, name: 'Results for “linen”' })).toBeTruthy()
    expect(screen.getByText('9 products')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Next page' }).getAttribute('href')).toBe(
      '/search?keyword=linen&page=2&size=8',
    )
  })

  it('offers categories when nothing was found (T057)', async () => {
    search('zzz', page([]))

    await screen.findByText('No products found.')
    expect((await screen.findByRole('link', { name: 'Kurtas' })).getAttribute('href')).toBe('/product-category/kurtas')
  })

  it.each([
    ['the shop cannot be reached', 'unreachable', 'Error: Something went wrong, please try reloading the page.'],
    ['the failure has no sentence', refused(500), 'Error: Something went wrong, please try reloading the page.'],
    ['the shop says why', refused(500, 'The shelf fell down.'), 'Error: The shelf fell down.'],
  ])('says so when %s (T058)', async (_, answer, sentence) => {
    search('linen', answer as object)

    expect((await screen.findByRole('alert')).textContent).toBe(sentence)
  })
})
