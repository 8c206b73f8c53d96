import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Outcome, ok, refused, setSignedInCookie, stubShop } from '../../../../test/browser.tsx'
import { asha, cardOf, cardsCall, kurta, seaView } from '../../../../test/samples.ts'
import { forgetUser } from '../../../lib/current-user.ts'
import { addToCart, currentCart } from '../../../shared/cart/cart.store.ts'
import { chooseAddress } from '../../../shared/cart/change-cart.ts'
import {
  continueButton,
  logIn,
  office,
  open,
  pay,
  payButton,
  signedIn,
  startCheckout,
  welcome,
} from './checkout-fixtures.tsx'

startCheckout()
beforeEach(() => void addToCart(kurta, 2))

const list = 'GET /users/current-user/addresses'
const answers = (addresses: object[]) => ({
  ...signedIn,
  'GET /orders/current-user/unpaid': ok([]),
  [list]: ok(addresses),
  'POST /auth/login': welcome(asha),
})

describe('the one way in', () => {
  beforeEach(forgetUser)

  it('is where Checkout leads a visitor directly, says that the cart is kept, and has two tabs with the way back', async () => {
    stubShop(answers([]))
    const { at } = open('/cart')

    await userEvent.click((await screen.findAllByRole('link', { name: 'Checkout' }))[0] as HTMLElement)

    expect(at()).toBe('/auth/login?redirect=%2Faccount%2Fshipping')
    const cart = within(screen.getByRole('region', { name: 'Your cart' }))
    for (const text of ['Your cart is kept', `2 × ${kurta.name}`]) expect(cart.getByText(text)).toBeTruthy()
    expect(cart.getByText('Subtotal').parentElement?.textContent).toBe('Subtotal$72.00')
    const tab = (name: string) =>
      within(screen.getByRole('navigation', { name: 'Login or register' })).getByRole('link', { name })
    expect(tab('Login').getAttribute('aria-current')).toBe('page')
    await userEvent.click(tab('Create an account'))
    await waitFor(() => expect(at()).toBe('/auth/register?redirect=%2Faccount%2Fshipping'))
    expect(tab('Create an account').getAttribute('aria-current')).toBe('page')
    expect(screen.getByText('Your cart is kept')).toBeTruthy()
  })

  it('says nothing of the cart to those who come from elsewhere', () => {
    stubShop(answers([]))
    open('/auth/login?redirect=/sale')

    expect(screen.queryByText('Your cart is kept')).toBeNull()
  })

  it('leads on to the review with the only address, which can be changed there', async () => {
    stubShop(answers([seaView]))
    const { at } = open('/auth/login?redirect=/account/shipping')

    await logIn()

    await waitFor(() => expect(at()).toBe('/account/checkout'))
    await userEvent.click(await screen.findByRole('link', { name: 'Change address' }))
    expect(await screen.findByRole('radio', { name: /Sea View/ })).toBeTruthy()
    expect(at()).toBe('/account/shipping')
  })

  it.each(['addresses', 'cards'] as const)('stays to see a price that rose meanwhile, with %s last', async last => {
    const late = Promise.withResolvers<Outcome>()
    const known = { addresses: ok([seaView]), cards: ok([cardOf({ ...kurta, salePrice: 40 })]) }
    const now = { ...known, [last]: late.promise }
    stubShop({ ...answers([]), [list]: now.addresses, [cardsCall(kurta._id)]: now.cards })
    const { at } = open('/auth/login?redirect=/account/shipping')
    await logIn()
    await waitFor(() => expect(at()).not.toContain('/auth/'))

    late.resolve(known[last])

    expect((await screen.findByRole('alert')).textContent).toContain('now $40.00, was $36.00')
    expect(at()).toBe('/account/shipping')
  })

  it('shows the open form where there is no address, and leads on with the saved one (T110, T111, T112)', async () => {
    const create = 'POST /users/current-user/addresses'
    const { callsTo } = stubShop({ ...answers([]), [list]: [ok([]), ok([seaView])], [create]: ok(seaView, 201) })
    const { at } = open('/auth/login?redirect=/account/shipping')
    await logIn()
    const form = within(await screen.findByRole('region', { name: 'Add address' }))
    expect(form.getByText("You don't have any saved address.")).toBeTruthy()
    expect(form.getByLabelText<HTMLInputElement>('First name').value).toBe('Asha')
    expect(continueButton().disabled).toBe(true)

    const typed = { Phone: '+91 98765-43210', 'Flat and building': seaView.building, 'Street and area': seaView.street }
    const rest = { City: seaView.city, State: seaView.state, 'Pin code': seaView.pinCode }
    for (const [label, text] of Object.entries({ ...typed, ...rest })) {
      await userEvent.click(form.getByLabelText(label))
      await userEvent.paste(text)
    }
    await userEvent.click(form.getByRole('button', { name: 'Save address' }))

    await waitFor(() => expect(at()).toBe('/account/checkout'))
    const { _id, ...sent } = seaView
    expect(callsTo(create)[0]?.body).toEqual(sent)
    expect(currentCart().address).toEqual(seaView)
  })
})

describe('a session that has ended when the customer pays', () => {
  const kabir = { ...asha, _id: 'c'.repeat(24), name: { firstName: 'Kabir', lastName: 'Rao' } }
  const toasts = () => screen.queryAllByText(/Please|try again later/).map(({ textContent }) => textContent)

  /** Asha's session ends when she presses Pay; `next` is who logs in after that. */
  async function loseSessionAtPay(next: typeof asha, addresses: object[]) {
    chooseAddress(seaView)
    stubShop({
      ...signedIn,
      'GET /users/current-user': [ok(asha), ok(next)],
      [list]: [ok([seaView, office]), ok(addresses)],
      'POST /orders': refused(401, 'Please login to continue.', { code: 'unauthenticated' }),
      'POST /auth/login': welcome(next),
    })
    setSignedInCookie()
    const { at } = open('/account/checkout')
    await pay()
    await waitFor(() => expect(at()).toBe('/auth/login?redirect=%2Faccount%2Fcheckout'))
    expect(await screen.findByText('Your session has ended. Log in again to go on.')).toBeTruthy()
    expect(toasts()).toEqual([])
    await logIn()
    return { at }
  }

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
