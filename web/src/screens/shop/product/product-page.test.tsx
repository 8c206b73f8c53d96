import type { Product, Review } from '@mela/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leaveShop, ok, refused, stubShop, visit } from '../../../../test/browser.tsx'
import { asha, cardOf, kurta, kurtaInFull } from '../../../../test/samples.ts'
import { rememberUser } from '../../../lib/current-user.ts'
import { addToCart, currentCart } from '../../../shared/cart/cart.store.ts'
import { ProductPage } from './product-page.tsx'

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(leaveShop)

const related = { ...kurtaInFull, _id: 'f'.repeat(24), name: 'Neel block-print kurta' }

const rating = { average: 5, count: 2, stars: [0, 0, 0, 0, 2] }
const reviewBy = (number: number): Review => ({
  _id: String(number).padStart(24, '0'),
  title: `Review number ${number}`,
  rating: 5,
  comment: 'Washed five times and it has not faded.',
  createdAt: '2025-03-04T10:00:00.000Z',
  verified: false,
  user: { name: { firstName: 'Neha', lastName: 'Kulkarni' }, avatar: { url: null } },
})
const ownReview = { ...reviewBy(7), title: 'What I wrote myself' }
const titles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)

function open(product: Partial<Product> = {}, id = kurtaInFull._id, own: Review | null = null, all: Review[] = []) {
  stubShop({
    [`GET /products/${id}`]: ok({ ...cardOf({ ...kurtaInFull, ...product }), ...product }),
    [`GET /products/${id}/reviews/current-user`]: ok(own),
    [`GET /products/${id}/reviews`]: ok(all),
    'GET /categories/slug/kurtas/products?page=1&size=9&view=card': ok([kurtaInFull, related]),
  })
  return visit(`/product/${id}`, [{ path: '/product/:productId', Component: ProductPage }])
}

/** Opens the page with a provider's own button; `started` answers the payments that were begun. */
function openWithExpress(product: Partial<Product> = {}) {
  const { callsTo } = stubShop({
    [`GET /products/${kurta._id}`]: ok({ ...kurtaInFull, ...product }),
    'POST /payments/paypal/express': ok({ ticket: 't', approveUrl: 'https://paypal.example' }, 201),
  })
  vi.stubGlobal('location', { ...location, assign: vi.fn() })
  const { queryClient } = visit(`/product/${kurta._id}`, [{ path: '/product/:productId', Component: ProductPage }])
  act(() => void queryClient.setQueryData(['shop'], { express: [{ name: 'paypal', displayName: 'PayPal' }] }))
  const pay = async () => userEvent.click(await screen.findByRole('button', { name: 'Pay with PayPal' }))
  return { pay, started: () => callsTo('POST /payments/paypal/express') }
}

/** The mobile bar repeats the note, so the page's own comes first. */
const firstText = async (text: string) => (await screen.findAllByText(text))[0]

describe('the product page', () => {
  it('B145 leads on from a former slug to the present one, with the choice', async () => {
    stubShop({
      'GET /products/slug/former-kurta': ok(kurtaInFull),
      [`GET /products/slug/${kurtaInFull.slug}`]: ok(kurtaInFull),
    })
    const { at } = visit('/products/former-kurta?option.Size=M', [
      { path: '/products/:productSlug', Component: ProductPage },
    ])

    expect(await screen.findByRole('heading', { level: 1, name: kurtaInFull.name })).toBeTruthy()
    expect(at()).toBe(`/products/${kurtaInFull.slug}?option.Size=M`)
  })

  it('shows people’s own words in the direction of their script', async () => {
    const review = { ...reviewBy(1), title: 'قميص جميل', comment: 'القماش ناعم' }
    open({ name: 'قميص من القطن', reviews: [review], rating }, kurtaInFull._id, null, [review])

    for (const words of ['قميص جميل', 'القماش ناعم', 'Neha Kulkarni']) {
      expect((await screen.findByText(words)).dir).toBe('auto')
    }
    expect(screen.getByRole('heading', { level: 1 }).dir).toBe('auto')
  })

  it.each([
    [null, false, '18% GST added at checkout'],
    ['Reduced', false, '5% GST added at checkout'],
    ['Reduced', true, 'Price includes 5% GST'],
    ['Zero', true, undefined],
  ])('states the tax of the class %s, contained in the price: %s', async (taxClass, taxIncluded, text) => {
    const { queryClient } = open({ taxClass })
    act(() => void queryClient.setQueryData(['shop'], { taxIncluded }))

    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByText(/GST/)?.textContent).toBe(text)
  })

  it.each([
    [11, 'In stock'],
    [10, 'Only 10 left'],
    [1, 'Only 1 left'],
    [0, 'Out of stock'],
  ])('says of %d units: %s (T028, T029, T030)', async (stock, text) => {
    open({ stock })

    expect(await firstText(text)).toBeTruthy()
  })

  it.each([
    [{ seoTitle: 'Kurtas from Jaipur', seoDescription: 'Printed by hand.' }, 'Kurtas from Jaipur', 'Printed by hand.'],
    [{ seoTitle: null, seoDescription: null }, kurtaInFull.name, kurtaInFull.description],
  ])('with %j is entitled %s for search engines', async (seo, title, description) => {
    open(seo)

    await waitFor(() => expect(document.title).toMatch(title))
    expect(document.querySelector('meta[name=description]')?.getAttribute('content')).toBe(description)
  })

  it('shows category, price and discount, and related products without itself (T025, T026, T027, T032, B104)', async () => {
    open()

    expect(await screen.findByRole('heading', { level: 1, name: kurtaInFull.name })).toBeTruthy()
    expect(screen.getByRole('navigation', { name: 'Breadcrumb' }).textContent).toContain('Kurtas')
    expect(screen.getByText('You save $12.00')).toBeTruthy()
    expect(screen.getByText(kurtaInFull.description)).toBeTruthy()
    await screen.findByRole('link', { name: related.name })
    expect(screen.queryByRole('link', { name: kurtaInFull.name })).toBeNull()
  })

  it('invites visitors to log in and return (T034, T035)', async () => {
    open()

    await screen.findByText('No reviews yet.')
    const login = screen.getByRole('link', { name: 'login' })
    expect(login.parentElement?.textContent).toBe('Please login to submit a review.')
    expect(login.getAttribute('href')).toBe(`/auth/login?redirect=%2Fproduct%2F${kurtaInFull._id}%23your-review`)
  })

  it('offers the form to a signed-in customer, and does not ask for a login (T033)', async () => {
    rememberUser(asha)
    open()

    expect(await screen.findByRole('button', { name: 'Submit review' })).toBeTruthy()
    expect(screen.getAllByRole('radio')).toHaveLength(5)
    expect(screen.getByText('No reviews yet.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'login' })).toBeNull()
  })

  it('shows the own review first and once, whether or not it is among the newest (B102)', async () => {
    rememberUser(asha)
    open({ reviews: [reviewBy(1), ownReview], rating }, kurtaInFull._id, ownReview)

    await screen.findByText('Your review')
    expect(titles()).toEqual([ownReview.title, reviewBy(1).title])
    expect(await screen.findByRole('button', { name: 'Edit' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Submit review' })).toBeNull()
  })

  it('shows fifty reviews, and fifty more when asked (B102)', async () => {
    const all = Array.from({ length: 120 }, (_, index) => reviewBy(index))
    open({ reviews: all.slice(0, 50), rating: { ...rating, count: 120 } }, kurtaInFull._id, null, all)

    for (const count of [50, 100, 120]) {
      await waitFor(() =>
        expect(within(screen.getByRole('region', { name: 'Reviews' })).getAllByRole('article')).toHaveLength(count),
      )
      if (count < 120) await userEvent.click(screen.getByRole('button', { name: 'Show more reviews' }))
    }
    expect(screen.queryByRole('button', { name: 'Show more reviews' })).toBeNull()
  })

  it('T031 B98 shows author, stars and words of each review, and marks verified buyers', async () => {
    open({ reviews: [{ ...reviewBy(1), verified: true }, reviewBy(2)], rating })

    expect(await screen.findAllByText('Verified buyer')).toHaveLength(1)
    const [first] = within(screen.getByRole('region', { name: 'Reviews' })).getAllByRole('article')
    for (const text of ['NNeha Kulkarni', 'Review number 1', 'Washed five times and it has not faded.'])
      expect(first?.textContent).toContain(text)
    expect(within(first as HTMLElement).getByRole('img', { name: 'Rated 5 out of 5' })).toBeTruthy()
  })

  it.each([
    ['is inactive', ok({ ...kurtaInFull, isActive: false }), kurtaInFull._id, 'Product is not available.', 1],
    ['does not exist', refused(404, 'Product not found.'), kurtaInFull._id, 'Product not found.', 1],
    ['cannot exist', refused(404), 'abc', 'Product not found.', 0],
  ])('says so when a product %s, and leads home (T044, T045, B80, B97, B124)', async (_, answer, id, text, asked) => {
    const { calls } = stubShop({ [`GET /products/${id}`]: answer })
    visit(`/product/${id}`, [{ path: '/product/:productId', Component: ProductPage }])

    await screen.findByText(text)
    expect(screen.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/')
    expect(calls).toHaveLength(asked)
  })
})

describe('the express button of the product page', () => {
  const email = () => screen.findByLabelText<HTMLInputElement>(/^Email of the recipient/)
  const press = async (name: string | RegExp) =>
    userEvent.click((await screen.findAllByRole('button', { name }))[0] as HTMLElement)
  const other = 'Your cart has this card for someone else. Change that there, or order it first.'

  it('orders as many as are chosen, where the cart holds fewer, and never fewer than it holds', async () => {
    addToCart(kurta, 1)
    const { pay, started } = openWithExpress()
    await pay()
    await waitFor(() => expect(started()).toHaveLength(1))
    expect(currentCart().items).toMatchObject([{ quantity: 1 }])

    for (const name of [/^Increase/, /^Increase/]) await press(name)
    await pay()

    await waitFor(() => expect(started()).toHaveLength(2))
    expect(started()[1]?.body).toMatchObject({ products: [{ quantity: 3 }] })
  })

  it.each([
    ['corrected since it was put into the cart', 'anna@exmaple.com'],
    ['typed once the cart has the card', ''],
  ])('sends a gift card to the address that was %s', async (_, first) => {
    const { pay, started } = openWithExpress({ isGiftCard: true })
    if (first) await userEvent.type(await email(), first)
    await press('Add to cart')
    await screen.findByRole('dialog')
    expect(currentCart().items).toMatchObject([{ quantity: 1, gift: first ? { email: first } : {} }])

    await userEvent.clear(await email())
    await userEvent.type(await email(), 'anna@example.com')
    await pay()

    await waitFor(() => expect(started()).toHaveLength(1))
    expect(currentCart().items).toMatchObject([{ quantity: 1, gift: { email: 'anna@example.com' } }])
  })

  it('shows for whom the cart has a gift card, and does not order it for someone else', async () => {
    addToCart({ ...kurta, isGiftCard: true }, 1, { email: 'anna@example.com' })
    const { pay, started } = openWithExpress({ isGiftCard: true })
    expect((await email()).value).toBe('anna@example.com')

    await userEvent.clear(await email())
    await userEvent.type(await email(), 'ben@')
    await pay()
    expect(screen.getByText('This email is not valid.')).toBeTruthy()
    await userEvent.type(await email(), 'example.com')
    await pay()

    expect(await screen.findByText(other)).toBeTruthy()
    expect(started()).toHaveLength(0)
    expect(currentCart().items).toMatchObject([{ quantity: 1, gift: { email: 'anna@example.com' } }])
  })
})
