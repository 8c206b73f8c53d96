import type { Facets } from '@mela/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { leaveShop, type Outcome, ok, okPage, refused, stubShop, visit } from '../../../../test/browser.tsx'
import { asha, kurtaInFull, kurtas } from '../../../../test/samples.ts'
import { rememberUser } from '../../../lib/current-user.ts'
import { SearchPage } from './search-page.tsx'

afterEach(leaveShop)

const listCall = (keyword: string) => `GET /products?page=1&size=8&keyword=${keyword}&read=true&view=card`
const facets: Facets = {
  categories: [{ name: 'Kurtas', slug: 'kurtas', count: 4 }],
  prices: [
    { from: 0, to: 50, count: 3 },
    { from: 50, to: 100, count: 6 },
  ],
  onSale: 2,
  inStock: 9,
  ratings: [{ stars: 4, count: 5 }],
  options: [{ name: 'Size', values: [{ name: 'M', count: 4 }] }],
}

function search(keyword: string, answer: Outcome, more: Parameters<typeof stubShop>[0] = {}) {
  stubShop({
    [listCall(keyword)]: answer,
    [`GET /products/facets?keyword=${keyword}&read=true`]: ok(facets),
    'GET /categories': ok([kurtas]),
    ...more,
  })
  return visit(`/search?keyword=${keyword}`, [
    { path: '/search', Component: SearchPage },
    { path: '/contact', element: <h1>Contact</h1> },
    { path: '/account/pay/:orderId', element: <h1>The order</h1> },
  ])
}

const linkTo = (name: string) => screen.getByRole('link', { name, hidden: true }).getAttribute('href')

describe('the search page', () => {
  it('shows the results, and pages that keep the keyword (T054, T055, T056)', async () => {
    search('linen', okPage([kurtaInFull], { total: 9 }))

    await screen.findByRole('link', { name: kurtaInFull.name })
    expect(screen.getByRole('heading', { level: 1, name: 'Results for “linen”' })).toBeTruthy()
    expect(screen.getByText('9 products')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Next page' }).getAttribute('href')).toBe(
      '/search?keyword=linen&page=2&size=8',
    )
  })

  it('says which correction was searched (T057)', async () => {
    search('linnen', okPage([kurtaInFull], { correction: 'linen' }))

    expect(await screen.findByRole('heading', { level: 1, name: 'Showing results for “linen”' })).toBeTruthy()
    expect(screen.getByText(/Nothing matches/).textContent).toBe('Nothing matches “linnen”.')
  })

  it('shows what it read from the keyword, with links to the words as they are', async () => {
    const reading = { keyword: 'kurta', maxPrice: 50, sort: 'price-asc', option: { 'EU size': ['42'] } }
    search('kurta', okPage([kurtaInFull], { reading }))

    await screen.findByRole('link', { name: kurtaInFull.name })
    expect(linkTo('Remove filter Under $50')).toBe('/search?keyword=kurta&plain=price')
    expect(linkTo('Remove filter Lowest price first')).toBe('/search?keyword=kurta&plain=sort')
    expect(linkTo('Remove filter EU size 42')).toBe('/search?keyword=kurta&plain=option')
    expect(linkTo('Clear all')).toBe('/search?keyword=kurta&plain=price%2Csale%2Csort%2Cbest%2Coption')
  })

  it('leads to the page of this title where no product matches exactly, and else links to it', async () => {
    const pages = [{ title: 'Contact us', slug: 'contact' }]
    search('contact', okPage([], { total: 0, pages }))
    expect(await screen.findByRole('heading', { name: 'Contact' })).toBeTruthy()
    search('linen', okPage([kurtaInFull], { pages }))
    await screen.findByRole('link', { name: kurtaInFull.name })
    expect(linkTo('Contact us')).toBe('/contact')
  })

  describe('for what may be the number of an order', () => {
    const order = { _id: 'a'.repeat(24), number: 'M-1001' }
    const searchOrder = (own: (typeof order)[], products: Outcome) =>
      search('M-1001', products, { 'GET /orders/current-user/named?name=M-1001': ok(own) })

    it('leads a customer to the own order where no product matches exactly, and else links to it', async () => {
      rememberUser(asha)
      const { at } = searchOrder([order], okPage([]))
      expect(await screen.findByRole('heading', { name: 'The order' })).toBeTruthy()
      expect(at()).toBe(`/account/pay/${order._id}`)

      searchOrder([order], okPage([kurtaInFull]))
      const link = await screen.findByRole('link', { name: 'Order M-1001' })
      expect(link.getAttribute('href')).toBe(`/account/pay/${order._id}`)
    })

    it('asks a visitor to login, whether there is such an order or not, and the shop nothing', async () => {
      searchOrder([], okPage([]))

      expect((await screen.findByText(/Looking for an order/)).textContent).toBe(
        'Looking for an order? Log in to see yours.',
      )
      expect(linkTo('Log in')).toBe('/auth/login?redirect=%2Fsearch%3Fkeyword%3DM-1001')
    })
  })

  it('offers the filters of the list, with a price band ending below the next', async () => {
    search('linen', okPage([kurtaInFull], { total: 9 }))

    await screen.findByText('Rating')
    expect(linkTo('Kurtas 4')).toBe('/search?keyword=linen&category=kurtas')
    expect(linkTo('Under $50 3')).toBe('/search?keyword=linen&maxPrice=49.99')
    expect(linkTo('$50 – $100 6')).toBe('/search?keyword=linen&minPrice=50&maxPrice=99.99')
    expect(linkTo('4 ★ & up 5')).toBe('/search?keyword=linen&rating=4')
    expect(linkTo('M 4')).toBe('/search?keyword=linen&option.Size=M')
  })

  it('leaves out the empty end of a typed price range, and keeps the keyword', async () => {
    const { at } = search('linen', okPage([kurtaInFull]))
    await screen.findByText('Rating')

    fireEvent.change(screen.getByLabelText('Minimum price in dollars'), { target: { value: '20' } })
    fireEvent.click(screen.getByRole('button', { name: 'Apply', hidden: true }))

    await waitFor(() => expect(at()).toBe('/search?keyword=linen&minPrice=20'))
  })

  it('offers categories and no pages when nothing was found (T057)', async () => {
    search('zzz', okPage([]))

    await screen.findByText('No products found.')
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
    expect((await screen.findByRole('link', { name: 'Kurtas' })).getAttribute('href')).toBe('/product-category/kurtas')
  })

  it.each<[string, Outcome, string]>([
    ['the shop cannot be reached', 'unreachable', 'Something went wrong, please try reloading the page.'],
    ['the failure has no sentence', refused(500), 'Something went wrong, please try reloading the page.'],
    ['the shop says why', refused(500, 'The index cannot be read.'), 'The index cannot be read.'],
  ])('says so when %s (T058)', async (_, answer, sentence) => {
    search('linen', answer)

    expect((await screen.findByRole('alert')).textContent).toBe(`Error: ${sentence}`)
  })
})
