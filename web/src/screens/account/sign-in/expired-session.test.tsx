import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { ok, refused, setSignedInCookie, stubShop, visit } from '../../../../test/browser.tsx'
import { asha, kurta, seaView } from '../../../../test/samples.ts'
import { addToCart, chooseAddress, currentCart } from '../../../shared/cart/cart.store.ts'
import { office, pay, payButton, signedIn, startCheckout } from '../checkout/checkout-fixtures.tsx'
import { CheckoutLayout } from '../checkout/checkout-layout.tsx'
import { CheckoutPage } from '../checkout/checkout-page.tsx'
import { ShippingPage } from '../checkout/shipping-page.tsx'
import { AuthLayout } from './auth-parts.tsx'
import { LoginPage } from './login-page.tsx'

startCheckout()

const kabir = { ...asha, _id: 'c'.repeat(24), name: { firstName: 'Kabir', lastName: 'Rao' } }
const list = 'GET /users/current-user/addresses'
const toasts = () => screen.queryAllByText(/Please|try again later/).map(({ textContent }) => textContent)

/** The checkout of Asha, whose session ends when she presses Pay; `next` is who logs in after that. */
async function loseSessionAtPay(next: typeof asha, addresses: object[]) {
  addToCart(kurta, 2)
  chooseAddress(seaView)
  const welcome = { success: true, message: 'Login successful!', data: next, user: next }
  stubShop({
    ...signedIn,
    'GET /users/current-user': [ok(asha), ok(next)],
    [list]: [ok([seaView, office]), ok(addresses)],
    'POST /orders': refused(401, 'Please login to continue.', { code: 'unauthenticated' }),
    'POST /auth/login': { body: welcome },
  })
  const { at } = visit('/account/checkout', [
    {
      path: '/account',
      Component: CheckoutLayout,
      children: [
        { path: 'shipping', Component: ShippingPage },
        { path: 'checkout', Component: CheckoutPage },
      ],
    },
    { path: '/auth', Component: AuthLayout, children: [{ path: 'login', Component: LoginPage }] },
  ])
  setSignedInCookie()
  await pay()
  await waitFor(() => expect(at()).toBe('/auth/login?redirect=%2Faccount%2Fcheckout'))
  expect(await screen.findByText('Your session has ended. Log in again to go on.')).toBeTruthy()
  expect(toasts()).toEqual([])
  await userEvent.type(screen.getByLabelText('Email'), 'asha@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'kurta1!')
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
  return { at }
}

describe('a session that has ended when the customer pays', () => {
  beforeEach(() => setSignedInCookie())

  it("is followed by the same customer's checkout with its address, and by no warnings (B113)", async () => {
    const { at } = await loseSessionAtPay(asha, [seaView, office])

    await payButton()
    expect(at()).toBe('/account/checkout')
    expect(screen.getByText('Sea View, flat 14')).toBeTruthy()
    expect(toasts()).toEqual([])
    expect(localStorage.getItem('mela.expired-user')).toBe('null')
  })

  it('shows and keeps no address of it for another customer who logs in then (B113)', async () => {
    const { at } = await loseSessionAtPay(kabir, [])

    await waitFor(() => expect(at()).toBe('/account/shipping'))
    expect(currentCart().address).toBeNull()
    expect(screen.queryByText('Sea View, flat 14')).toBeNull()
  })
})
