// @vitest-environment jsdom
import type { Product } from '@mela/contract'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leaveShop, ok, refused, stubShop, visit } from '../../../test/browser.tsx'
import { asha, kurtaInFull } from '../../../test/samples.ts'
import { rememberUser } from '../../lib/current-user.ts'
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

function open(product: Partial<Product> = {}, id = kurtaInFull._id) {
  const { calls } = stubShop({
    [`GET /products/${id}`]: ok({ ...kurtaInFull, ...product }),
    'GET /categories/slug/kurtas/products?page=1&size=9': ok([kurtaInFull, related]),
  })
  visit(`/product/${id}`, [{ path: '/product/:productId', Component: ProductPage }])
  return calls
}

/** The mobile bar repeats the note, so the page's own comes first. */
const firstText = async (text: string) => (await screen.findAllByText(text))[0]

describe('the product page', () => {
  it.each([
    [11, 'In stock'],
    [10, 'Only 10 left'],
    [1, 'Only 1 left'],
    [0, 'Out of stock'],
  ])('says of %d pieces: %s (T028, T029, T030)', async (stock, text) => {
    open({ stock })

    expect(await firstText(text)).toBeTruthy()
  })

  it('shows where it stands, what it costs and what that saves (T025, T026, T027)', async () => {
    open()

    expect(await screen.findByRole('heading', { level: 1, name: kurtaInFull.name })).toBeTruthy()
    expect(screen.getByRole('navigation', { name: 'Breadcrumb' }).textContent).toContain('Kurtas')
    expect(screen.getByText('You save $12.00')).toBeTruthy()
    expect(screen.getByText(kurtaInFull.description)).toBeTruthy()
  })

  it('shows related products without itself (T032, B104)', async () => {
    open()

    await screen.findByRole('link', { name: related.name })
    expect(screen.queryByRole('link', { name: kurtaInFull.name })).toBeNull()
  })

  it('invites anonymous visitors to log in and come back (T034, T035)', async () => {
    open()

    await screen.findByText('No reviews yet.')
    const login = screen.getByRole('link', { name: 'login' })
    expect(login.parentElement?.textContent).toBe('Please login to submit a review.')
    expect(login.getAttribute('href')).toBe(`/auth/login?redirect=%2Fproduct%2F${kurtaInFull._id}`)
  })

  it('does not ask somebody signed in to log in', async () => {
    rememberUser(asha)
    open()

    await screen.findByText('No reviews yet.')
    expect(screen.queryByRole('link', { name: 'login' })).toBeNull()
  })

  it('says when a product is off the shelf, whoever asks (T044, B80)', async () => {
    open({ isActive: false })

    await screen.findByText('Product is not available.')
  })

  it('says when there is no such product (T045)', async () => {
    stubShop({ [`GET /products/${kurtaInFull._id}`]: refused(404, 'Product not found.') })
    visit(`/product/${kurtaInFull._id}`, [{ path: '/product/:productId', Component: ProductPage }])

    await screen.findByText('Product not found.')
    expect(screen.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/')
  })

  it('says the same of an address that cannot be a product, without asking (B97, B124)', async () => {
    const calls = open({}, 'abc')

    await screen.findByText('Product not found.')
    expect(calls).toEqual([])
  })
})
