import type { User } from '@mela/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { leaveShop, ok, setSignedInCookie, visit } from '../../../../test/browser.tsx'
import { asha, cardOf, cardsCall, kurta, seaView } from '../../../../test/samples.ts'
import { rememberUser } from '../../../lib/current-user.ts'
import { addToCart } from '../../../shared/cart/cart.store.ts'
import { chooseAddress } from '../../../shared/cart/change-cart.ts'
import { CartPage } from '../../shop/cart/cart-page.tsx'
import { AuthLayout } from '../sign-in/auth-parts.tsx'
import { LoginPage } from '../sign-in/login-page.tsx'
import { RegisterPage } from '../sign-in/register-page.tsx'
import { CheckoutLayout } from './checkout-layout.tsx'
import { CheckoutPage } from './checkout-page.tsx'
import { ShippingPage } from './shipping-page.tsx'

export const office = { ...seaView, _id: 'e'.repeat(24), building: 'Office tower, floor 3' }
export const signedIn = {
  'GET /users/current-user': ok(asha),
  'GET /users/current-user/addresses': ok([seaView, office]),
  [cardsCall(kurta._id)]: ok([cardOf(kurta)]),
}
export const notEvenJson = { status: 500, body: 'broken' }

/** Signs in before each test; answers the mock of `location.replace`, which loads a page in full. */
export function startCheckout() {
  const replace = vi.fn()

  beforeEach(() => {
    rememberUser(asha)
    vi.stubGlobal('location', { ...location, replace })
  })
  afterEach(() => {
    replace.mockReset()
    leaveShop()
  })

  return { replace }
}

/** With a cart and its address. */
export function startFilledCheckout() {
  const checkout = startCheckout()
  beforeEach(() => {
    addToCart(kurta, 2)
    chooseAddress(seaView)
  })
  return checkout
}

export const open = (path: string) =>
  visit(path, [
    { path: '/cart', Component: CartPage },
    {
      path: '/account',
      Component: CheckoutLayout,
      children: [
        { path: 'shipping', Component: ShippingPage },
        { path: 'checkout', Component: CheckoutPage },
      ],
    },
    {
      path: '/auth',
      Component: AuthLayout,
      children: [
        { path: 'login', Component: LoginPage },
        { path: 'register', Component: RegisterPage },
      ],
    },
    { path: '*', element: <h1>Elsewhere</h1> },
  ])

/** Logs in on the login page; the stubbed answer to `POST /auth/login` says who it is. */
export async function logIn() {
  setSignedInCookie()
  await userEvent.type(screen.getByLabelText('Email'), 'asha@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'kurta1!')
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
}
export const welcome = (user: User) => ({ body: { success: true, message: 'Login successful!', data: user, user } })

export const continueButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'CONTINUE' })
export const payButton = () => screen.findByRole<HTMLButtonElement>('button', { name: /^Pay \$/ })
/** Simulates another tab's change of local storage, which is visible before this tab gets the event. */
export function keepElsewhere(key: string, value: unknown) {
  localStorage.setItem(key, JSON.stringify(value))
  act(() => void dispatchEvent(new StorageEvent('storage', { key })))
}
export const storedCart = () => localStorage.getItem('mela.cart')

export const choice = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name })

export async function pay() {
  const button = await payButton()
  await waitFor(() => expect(button.disabled).toBe(false))
  await userEvent.click(button)
}
