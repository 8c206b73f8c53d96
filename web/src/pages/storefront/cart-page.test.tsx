// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { leaveShop, ok, refused, stubShop, visit } from '../../../test/browser.tsx'
import { kurta, kurtaInFull } from '../../../test/samples.ts'
import { addToCart, currentCart } from '../../features/cart/cart.store.ts'
import { CartPage } from './cart-page.tsx'

afterEach(leaveShop)

const kurtaCall = `GET /products/${kurta._id}`

function openCart(now: object | null = kurtaInFull) {
  stubShop({ [kurtaCall]: now ? ok(now) : refused(404, 'Product not found.') })
  return visit('/cart', [
    { path: '/cart', Component: CartPage },
    { path: '/account/shipping', element: <h1>Shipping</h1> },
    { path: '/', element: <h1>Home</h1> },
  ])
}

const amount = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
const line = () => screen.getByRole('article', { name: kurta.name })

describe('the cart page', () => {
  it('says that the cart is empty and leads home (T094)', async () => {
    openCart()

    expect(screen.getByText('Your cart is empty. Why not browse some amazing products?')).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: 'Start browsing' }))
    await screen.findByRole('heading', { name: 'Home' })
  })

  it('shows every line and what all of it costs (T095, T108)', () => {
    addToCart(kurta, 2)

    openCart()

    for (const text of [kurta.name, '$36.00', '$48.00', '$72.00']) expect(line().textContent).toContain(text)
    expect(['Items', 'Discount', 'Subtotal', 'Shipping', 'Tax (18% GST)', 'Total'].map(amount)).toEqual([
      '$96.00',
      '−$24.00',
      '$72.00',
      '$80.00',
      '$12.96',
      '$164.96',
    ])
  })

  it('changes with plus, minus and remove (T096, T097)', async () => {
    addToCart(kurta, 4)
    openCart()

    await userEvent.click(screen.getByRole('button', { name: /^Increase/ }))
    expect(amount('Total')).toBe('$292.40')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Increase/ }).disabled).toBe(true)

    await userEvent.click(screen.getByRole('button', { name: /^Decrease/ }))
    expect(amount('Total')).toBe('$249.92')

    await userEvent.click(screen.getByRole('button', { name: `Remove ${kurta.name}` }))
    expect(screen.getByText(/^Your cart is empty/)).toBeTruthy()
  })

  it('tells about a changed price before checkout (B109)', async () => {
    addToCart(kurta, 2)

    openCart({ ...kurtaInFull, salePrice: 40 })

    await screen.findByText('The price changed from $36.00 to $40.00.')
    expect(amount('Subtotal')).toBe('$80.00')
    expect(currentCart().itemsPrice).toBe(80)
  })

  it('cuts the quantity to what is left and says so (B109)', async () => {
    addToCart(kurta, 5)

    openCart({ ...kurtaInFull, stock: 2 })

    await screen.findByText('Only 2 left: the quantity is now 2.')
    expect(currentCart().items).toMatchObject([{ quantity: 2 }])
  })

  it.each([
    ['gone', null, 'This product is no longer available. Please remove it.'],
    ['off the shelf', { ...kurtaInFull, isActive: false }, 'This product is no longer available. Please remove it.'],
    ['sold out', { ...kurtaInFull, stock: 0 }, 'Out of stock. Please remove it.'],
  ])('does not check out while a product is %s (B109, B114)', async (_, now, note) => {
    addToCart(kurta, 1)

    openCart(now)

    await screen.findByText(note)
    for (const button of screen.getAllByRole<HTMLButtonElement>('button', { name: 'Checkout' })) {
      expect(button.disabled).toBe(true)
    }
    expect(screen.queryByRole('link', { name: 'Checkout' })).toBeNull()
  })

  it('leads to shipping', async () => {
    addToCart(kurta, 1)
    openCart()

    const [checkout] = await waitFor(() => screen.getAllByRole('link', { name: 'Checkout' }))
    await userEvent.click(checkout as HTMLElement)

    await screen.findByRole('heading', { name: 'Shipping' })
  })
})
