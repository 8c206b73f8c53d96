import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { leaveShop, type Outcome, ok, setSignedInCookie, stubShop, visit } from '../../../../test/browser.tsx'
import { asha, cardOf, cardsCall, kurta, seaView } from '../../../../test/samples.ts'
import { addToCart, currentCart } from '../../../shared/cart/cart.store.ts'
import { CheckoutButton } from '../../shop/cart/cart-page.tsx'
import { AuthLayout } from '../sign-in/auth-parts.tsx'
import { LoginPage } from '../sign-in/login-page.tsx'
import { RegisterPage } from '../sign-in/register-page.tsx'
import { CheckoutLayout } from './checkout-layout.tsx'
import { CheckoutPage } from './checkout-page.tsx'
import { ShippingPage } from './shipping-page.tsx'

afterEach(leaveShop)

const list = 'GET /users/current-user/addresses'
const answers = (addresses: object[]) => ({
  'GET /users/current-user': ok(asha),
  'GET /orders/current-user/unpaid': ok([]),
  [list]: ok(addresses),
  [cardsCall(kurta._id)]: ok([cardOf(kurta)]),
  'POST /auth/login': { body: { success: true, message: 'Login successful!', data: asha, user: asha } },
})

const open = (path: string) =>
  visit(path, [
    { path: '/cart', element: <CheckoutButton isReady /> },
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
  ])

async function logIn() {
  setSignedInCookie()
  await userEvent.type(screen.getByLabelText('Email'), 'asha@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'kurta1!')
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
}

describe('the one way in', () => {
  beforeEach(() => void addToCart(kurta, 2))

  it('is where Checkout leads a visitor directly, and says that the cart is kept', async () => {
    stubShop(answers([]))
    const { at } = open('/cart')

    await userEvent.click(screen.getByRole('link', { name: 'Checkout' }))

    expect(at()).toBe('/auth/login?redirect=%2Faccount%2Fshipping')
    const cart = within(screen.getByRole('region', { name: 'Your cart' }))
    expect(cart.getByText('Your cart is kept')).toBeTruthy()
    expect(cart.getByText(`2 × ${kurta.name}`)).toBeTruthy()
    expect(cart.getByText('$164.96')).toBeTruthy()
  })

  it('has two tabs, which keep the way back and the cart in view', async () => {
    stubShop(answers([]))
    const { at } = open('/auth/login?redirect=/account/shipping')
    const tabs = () => within(screen.getByRole('navigation', { name: 'Login or register' }))
    expect(tabs().getByRole('link', { name: 'Login' }).getAttribute('aria-current')).toBe('page')

    await userEvent.click(tabs().getByRole('link', { name: 'Create an account' }))

    await waitFor(() => expect(at()).toBe('/auth/register?redirect=%2Faccount%2Fshipping'))
    expect(tabs().getByRole('link', { name: 'Create an account' }).getAttribute('aria-current')).toBe('page')
    expect(screen.getByText('Your cart is kept')).toBeTruthy()
  })

  it('says nothing of the cart to those who come from elsewhere', () => {
    stubShop(answers([]))
    open('/auth/login?redirect=/sale')

    expect(screen.queryByText('Your cart is kept')).toBeNull()
  })
})

describe('a customer who logs in from the checkout', () => {
  beforeEach(() => void addToCart(kurta, 2))

  it('goes on to the review with the only address, and can change it there', async () => {
    stubShop(answers([seaView]))
    const { at } = open('/auth/login?redirect=/account/shipping')

    await logIn()

    await waitFor(() => expect(at()).toBe('/account/checkout'))
    await userEvent.click(await screen.findByRole('link', { name: 'Change address' }))
    expect(await screen.findByRole('radio', { name: /Sea View/ })).toBeTruthy()
    expect(at()).toBe('/account/shipping')
  })

  it('stays to see a price that rose meanwhile, although its address is known', async () => {
    const addresses = Promise.withResolvers<Outcome>()
    stubShop({
      ...answers([]),
      [list]: addresses.promise,
      [cardsCall(kurta._id)]: ok([cardOf({ ...kurta, salePrice: 40 })]),
    })
    open('/auth/login?redirect=/account/shipping')
    await logIn()
    await waitFor(() => expect(currentCart().items[0]?.product.salePrice).toBe(40))

    addresses.resolve(ok([seaView]))

    await screen.findByRole('button', { name: 'CONTINUE' })
    expect(screen.getByRole('alert').textContent).toContain('now $40.00, was $36.00')
  })

  it('finds the form open where there is no address, and goes on to the review with the saved one', async () => {
    stubShop({
      ...answers([]),
      [list]: [ok([]), ok([seaView])],
      'POST /users/current-user/addresses': ok(seaView, 201),
    })
    const { at } = open('/auth/login?redirect=/account/shipping')
    await logIn()
    const form = within(await screen.findByRole('region', { name: 'Add address' }))
    expect(form.getByText("You don't have any saved address.")).toBeTruthy()
    expect(form.getByLabelText<HTMLInputElement>('First name').value).toBe('Asha')

    const typed = { Phone: '9820012345', 'Flat and building': seaView.building, 'Street and area': seaView.street }
    const rest = { City: seaView.city, State: seaView.state, 'Pin code': seaView.pinCode }
    for (const [label, text] of Object.entries({ ...typed, ...rest })) {
      await userEvent.click(form.getByLabelText(label))
      await userEvent.paste(text)
    }
    await userEvent.click(form.getByRole('button', { name: 'Save address' }))

    await waitFor(() => expect(at()).toBe('/account/checkout'))
    expect(currentCart().address?._id).toBe(seaView._id)
  })
})
