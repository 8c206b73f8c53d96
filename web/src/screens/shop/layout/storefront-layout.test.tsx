import { DEFAULT_SHOP } from '@mela/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { leaveShop, ok, refused, stubShop, visit } from '../../../../test/browser.tsx'
import { asha, ids, kurta, kurtas, seaView } from '../../../../test/samples.ts'
import { rememberUser, storedUser } from '../../../lib/current-user.ts'
import { shopQuery } from '../../../lib/shop.ts'
import { addToCart, currentCart } from '../../../shared/cart/cart.store.ts'
import { chooseAddress } from '../../../shared/cart/change-cart.ts'
import { StorefrontLayout } from './storefront-layout.tsx'

afterEach(leaveShop)

const calls = { 'GET /categories': ok([kurtas]), 'GET /users/current-user': ok(asha) }

function open(path = '/', more = {}) {
  const shop = stubShop({ ...calls, ...more })
  const visitor = visit(path, [
    { Component: StorefrontLayout, children: [{ path: '*', element: <h1>A page</h1> }] },
    { path: '/auth/login', element: <h1>Login</h1> },
  ])
  act(() => void visitor.queryClient.setQueryData(shopQuery().queryKey, { ...DEFAULT_SHOP, headerMenu: [['*']] }))
  return { ...shop, ...visitor }
}

const header = () => within(screen.getByRole('banner'))

describe('the header', () => {
  it('searches for the typed keyword and keeps it in the field (T059, B118)', async () => {
    const { at } = open()

    await userEvent.type(header().getByRole('combobox', { hidden: true }), 'a&b shirt{Enter}')

    expect(at()).toBe('/search?keyword=a%26b%20shirt')
    expect(header().getByRole<HTMLInputElement>('combobox', { hidden: true }).value).toBe('a&b shirt')
  })

  it('lists the categories with their number of products (T060, T061)', async () => {
    open()

    const links = await header().findAllByText('Kurtas')

    expect(links.map(link => link.closest('a')?.getAttribute('href'))).toEqual(
      Array(2).fill('/product-category/kurtas'),
    )
    expect(links.map(link => link.closest('a')?.textContent)).toEqual(['Kurtas', 'Kurtas4 products'])
  })

  it('counts all units in the cart (T063)', () => {
    addToCart(kurta, 3)
    addToCart({ ...kurta, ...ids('f'.repeat(24)), stock: 200 }, 120)

    open()

    expect(header().getByRole('link', { name: 'Cart, 123 items' }).textContent).toBe('99+')
  })

  it('offers Login and Register to a visitor, and a redirect back (T068)', () => {
    open('/sale')

    expect(header().getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/auth/login?redirect=%2Fsale')
    expect(header().getByRole('link', { name: 'Register' })).toBeTruthy()
    expect(header().queryByRole('button', { name: /^Account/ })).toBeNull()
  })

  it.each([
    ['initial', asha, 'A', undefined],
    ['avatar', { ...asha, avatar: { url: '/media/asha.webp' } }, '', '/media/asha.webp'],
  ])('shows %s and menu of a signed-in customer (T064-T067, T070)', async (_, user, text, picture) => {
    rememberUser(user)
    open('/', { 'GET /users/current-user': ok(user) })

    const button = await header().findByRole('button', { name: 'Account of Asha Rao' })
    expect(button.textContent).toBe(text)
    expect(button.querySelector('img')?.getAttribute('src')).toBe(picture)
    expect(header().queryByRole('link', { name: 'Login' })).toBeNull()
    const links = ['Profile', 'My Orders', 'Help'].map(name => header().getByText(name).getAttribute('href'))
    expect(links).toEqual(['/account/profile', '/account/profile#orders', '/contact'])
  })
})

describe('logging out', () => {
  it.each([
    ['and says goodbye', { status: 200, body: { success: true, message: 'Logged out successfully!', data: null } }],
    ['even when the server refuses, and shows why', refused(500, 'Something went wrong, please try again later...')],
  ])('keeps nothing but the cart and goes to the login %s (T087, T088, B113)', async (_, answer) => {
    rememberUser(asha)
    addToCart(kurta, 1)
    chooseAddress(seaView)
    const { at } = open('/', { 'POST /auth/logout': answer })

    await userEvent.click(await header().findByText('Logout'))

    await waitFor(() => expect(at()).toBe('/auth/login'))
    await waitFor(() => expect(storedUser()).toBeNull())
    expect(currentCart()).toMatchObject({ items: [{ quantity: 1 }], address: null })
    const { message } = (answer as { body: { message: string } }).body
    expect(await screen.findByText(message)).toBeTruthy()
  })
})

describe('the slide-in menu', () => {
  it('opens, and closes on navigation (T069)', async () => {
    const { at } = open()
    await userEvent.click(header().getByRole('button', { name: 'Open menu' }))
    const menu = await screen.findByRole('dialog', { name: 'Menu' })

    await userEvent.click(within(menu).getByRole('link', { name: /^Kurtas/ }))

    expect(at()).toBe('/product-category/kurtas')
    expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull()
  })
})
