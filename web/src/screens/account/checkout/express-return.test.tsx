import { ADDRESSES_PER_USER } from '@mela/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ok, refused, stubShop } from '../../../../test/browser.tsx'
import { asha, cardOf, cardsCall, kurta, order, paypal, seaView } from '../../../../test/samples.ts'
import { startExpress } from '../../../gateways/start-express.ts'
import { forgetUser, rememberUser } from '../../../lib/current-user.ts'
import { addToCart, currentCart } from '../../../shared/cart/cart.store.ts'
import { chooseForOrder, currentChoices } from '../../../shared/cart/choices.store.ts'
import { becomeGuest } from '../../../shared/session/become-guest.ts'
import { currentGuest, forgetGuest } from '../../../shared/session/guest.store.ts'
import { office, open, payButton, signedIn, startCheckout } from './checkout-fixtures.tsx'

startCheckout()

const until = new Date(Date.now() + 3_600_000).toISOString()
const { _id, ...address } = seaView
const back = '/account/checkout?express=paypal&token=P1&PayerID=BUYER'
const asked = 'POST /payments/paypal/express/buyer'
const told = (change = {}) =>
  ok({ ticket: 'approved', email: 'meera@example.com', isComplete: true, address, ...change })

describe('back from an express payment', () => {
  beforeEach(() => {
    forgetUser()
    forgetGuest()
    addToCart(kurta, 1)
    becomeGuest()
    chooseForOrder({ express: { gateway: 'paypal', ticket: 'opened', until, isApproved: false, address: null } })
  })

  const comeBack = (answer: ReturnType<typeof ok>) => {
    const shop = stubShop({
      [cardsCall(kurta._id)]: ok([cardOf(kurta)]),
      'GET /payments/gateways': ok([]),
      [asked]: answer,
    })
    return { ...shop, ...open(back) }
  }

  it('asks a guest for what is missing, also after leaving and going on as a guest again', async () => {
    const { at } = comeBack(told({ isComplete: false, address: { ...address, phoneNumber: '' } }))
    await waitFor(() => expect(at()).toBe('/account/shipping'))

    becomeGuest()

    expect(currentCart().address).toBeNull()
    expect((await screen.findByLabelText<HTMLInputElement>('Street and area')).value).toBe(seaView.street)
    await userEvent.click(screen.getByRole('button', { name: 'CONTINUE' }))
    expect(at()).toBe('/account/shipping')
  })

  it('takes no line of an address in a country that the shop does not sell to', async () => {
    const nepal = { ...address, country: 'Nepal', postal: { country: 'NP', format: '%A%n%Z %C' } }
    const { at } = comeBack(told({ isComplete: false, address: nepal }))
    await waitFor(() => expect(at()).toBe('/account/shipping'))

    expect((await screen.findByLabelText<HTMLInputElement>('Street and area')).value).toBe('')
    expect(await screen.findByText('We do not sell to Nepal.')).toBeTruthy()
  })

  it('orders to it without saving it where the list of the account is full', async () => {
    rememberUser(asha)
    const list = Array.from({ length: ADDRESSES_PER_USER }, (_, at) => ({ ...office, _id: `${at}`.padStart(24, '0') }))
    const calls = { 'GET /users/current-user/addresses': ok(list), 'GET /payments/gateways': ok([paypal]) }
    const { callsTo } = stubShop({ ...signedIn, ...calls, [asked]: told(), 'POST /orders': ok(order, 201) })
    open(back)

    await userEvent.click(await payButton())

    await waitFor(() => expect(callsTo('POST /orders')[0]?.body).toMatchObject({ shippingAddress: address }))
    expect(callsTo('POST /users/current-user/addresses')).toEqual([])
  })

  it('keeps the agreement when the provider leads back twice', async () => {
    const { at, router, callsTo } = comeBack(told())
    // Before the checkout is shown, so this page stays.
    const stop = router.subscribe(({ location }) => {
      if (location.search !== '') return
      stop()
      void router.navigate(back)
    })
    await waitFor(() => expect(currentChoices().express).toMatchObject({ isApproved: true }))

    await waitFor(() => expect(at()).toBe('/account/checkout'))
    expect(callsTo(asked)).toHaveLength(1)
    expect(currentChoices().express).toMatchObject({ ticket: 'approved', isApproved: true })
  })

  it.each([
    ['is for the guest who agreed, also after a look back', '', 'approved'],
    ['is gone for another guest of this browser', 'anna@example.com', undefined],
  ])('%s', async (_, email, ticket) => {
    const { at, router } = comeBack(told({ email: 'Meera@example.com' }))
    await waitFor(() => expect(at()).toBe('/account/checkout'))
    await act(() => router.navigate('/account/shipping'))

    const field = await screen.findByLabelText<HTMLInputElement>('Email')
    if (email) {
      await userEvent.clear(field)
      await userEvent.type(field, email)
    }
    await userEvent.click(screen.getByRole('button', { name: 'CONTINUE' }))

    await waitFor(() => expect(at()).toBe('/account/checkout'))
    expect(currentGuest()).toMatchObject({ email: email || 'meera@example.com' })
    expect(currentChoices().express?.ticket).toBe(ticket)
  })

  it('waits for three hours of this device’s clock, which may be ahead of the shop’s', async () => {
    vi.stubGlobal('location', { ...location, assign: vi.fn() })
    stubShop({ 'POST /payments/paypal/express': ok({ ticket: 'new', approveUrl: 'https://paypal.example' }, 201) })

    await startExpress('paypal')

    const { ticket, until = '' } = currentChoices().express ?? {}
    expect(ticket).toBe('new')
    expect(Date.parse(until) - Date.now()).toBeGreaterThan(2.9 * 3_600_000)
  })

  it('says so where this browser does not know the payment', async () => {
    chooseForOrder({ express: undefined })
    const { at, callsTo } = comeBack(told())

    expect(await screen.findByText(/^This payment cannot go on in this browser. Nothing was charged/)).toBeTruthy()
    expect(at()).toBe('/account/shipping')
    expect(callsTo(asked)).toEqual([])
  })

  it('keeps the payment of another tab, which is agreed to later', async () => {
    const { at } = comeBack(refused(409, 'You have not agreed at PayPal yet.', { code: 'payment_unknown' }))
    await waitFor(() => expect(at()).toBe('/cart'))

    expect(currentChoices().express).toMatchObject({ ticket: 'opened', isApproved: false })
  })
})
