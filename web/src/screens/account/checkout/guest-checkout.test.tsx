import { DEFAULT_SHOP } from '@mela/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ok, stubShop } from '../../../../test/browser.tsx'
import { asha, cardOf, cardsCall, kurta, order, seaView } from '../../../../test/samples.ts'
import { forgetUser } from '../../../lib/current-user.ts'
import { addToCart, currentCart } from '../../../shared/cart/cart.store.ts'
import { chooseAddress, clearCart } from '../../../shared/cart/change-cart.ts'
import { chooseForOrder, currentChoices } from '../../../shared/cart/choices.store.ts'
import { currentGuest, forgetGuest, noteGuest } from '../../../shared/session/guest.store.ts'
import { keepElsewhere, open, startCheckout } from './checkout-fixtures.tsx'

const { replace } = startCheckout()

const can = { refund: true, dispute: true, pay: 'buttons' }
const offer = { isOn: true, countries: [], currencies: [], from: null, to: null, fee: 0 }
const paypal = { name: 'paypal', displayName: 'PayPal', can, mode: 'live', offer, site: { home: '' } }
const answers = {
  [cardsCall(kurta._id)]: ok([cardOf(kurta)]),
  'GET /payments/gateways': ok([paypal]),
  'POST /orders/guest': ok(order, 201),
}
const started = ok({ orderId: 'P1', approveUrl: 'https://paypal.example/checkoutnow?token=P1' }, 201)

async function fillIn(email = 'Meera@Example.com') {
  const typed = { Email: email, 'First name': 'Meera', 'Last name': 'Nair', Phone: '98765 43210' }
  const place = { 'Flat and building': seaView.building, 'Street and area': seaView.street, City: seaView.city }
  const rest = { State: seaView.state, 'Pin code': seaView.pinCode }
  for (const [label, text] of Object.entries({ ...typed, ...place, ...rest })) {
    await userEvent.click(await screen.findByLabelText(label))
    await userEvent.paste(text)
  }
  await userEvent.click(screen.getByRole('button', { name: 'CONTINUE' }))
}

describe('B147 a guest', () => {
  beforeEach(() => {
    forgetUser()
    forgetGuest()
    addToCart(kurta, 2)
  })

  it('goes from login to payment on one page, Back to what was typed, and pays in a window that is open at once', async () => {
    const empty = document.implementation.createHTMLDocument()
    const opened = { location: { href: '' }, closed: false, close: vi.fn(), document: empty }
    const openWindow = vi.fn(() => opened)
    vi.stubGlobal('open', openWindow)
    const { callsTo } = stubShop({ ...answers, 'POST /payments/paypal/orders': started })
    const { at, router } = open('/auth/login?redirect=/account/shipping')

    await userEvent.click(await screen.findByRole('button', { name: 'Continue as guest' }))
    await waitFor(() => expect(at()).toBe('/account/shipping'))
    await fillIn()
    await waitFor(() => expect(at()).toBe('/account/checkout'))
    await act(() => router.navigate(-1))
    await userEvent.click(await screen.findByRole('button', { name: 'CONTINUE' }))
    const contact = () => screen.getByRole('region', { name: 'Contact' })
    await waitFor(() => expect(within(contact()).getByText('meera@example.com')).toBeTruthy())
    await userEvent.click(await screen.findByRole('button', { name: 'Pay $164.96 with PayPal' }))

    await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith(`/account/pay/${order._id}`))
    expect(callsTo('POST /quotes').at(-1)?.body).toMatchObject({ email: 'meera@example.com' })
    const [sent] = callsTo('POST /orders/guest')
    const { _id, ...address } = seaView
    const name = { firstName: 'Meera', lastName: 'Nair' }
    const shippingAddress = { ...address, name, phoneNumber: '9876543210' }
    expect(sent?.body).toMatchObject({ email: 'meera@example.com', totalAmount: 164.96, shippingAddress })
    expect(sent?.headers['idempotency-key']).toBeTruthy()
    expect(openWindow).toHaveBeenCalledOnce()
    expect(empty.body.textContent).toBe('Opening PayPal…')
    expect(opened.location.href).toBe('https://paypal.example/checkoutnow?token=P1')
    expect(currentCart().items).toEqual([])
    expect(currentGuest()).toMatchObject({ email: 'meera@example.com', order: order._id })
  })

  it('gives the pin code before city and state, and the state follows it until the guest names another', async () => {
    noteGuest()
    const states = [
      { value: 'Maharashtra', name: 'Maharashtra', postalCodes: '4[0-4]' },
      { value: 'Goa', name: 'Goa', postalCodes: '403' },
      { value: 'Kerala', name: 'Kerala', postalCodes: '6[7-9]' },
    ]
    const form = { code: 'IN', postalCode: { pattern: '\\d{6}', example: '110034' }, states }
    stubShop({ ...answers, 'GET /shop/countries/IN': ok(form) })
    const { queryClient } = open('/account/shipping')
    const pinCode = await screen.findByLabelText<HTMLInputElement>('Pin code')
    const state = screen.getByLabelText<HTMLInputElement>('State')
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    async function give(code: string) {
      await userEvent.clear(pinCode)
      await userEvent.type(pinCode, code)
      return state.value
    }

    expect(pinCode.compareDocumentPosition(state)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(await give('40005')).toBe('')
    expect(await give('400 050')).toBe('Maharashtra')
    expect(await give('682001')).toBe('Kerala')
    expect(await give('403001')).toBe('Kerala')
    await userEvent.clear(state)
    await userEvent.type(state, 'Goa')
    expect(await give('400050')).toBe('Goa')
  })

  it('is asked for cookies before the order, which could not be shown without them', async () => {
    vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValueOnce(false)
    stubShop(answers)
    const { at } = open('/auth/login?redirect=/account/shipping')

    await userEvent.click(await screen.findByRole('button', { name: 'Continue as guest' }))

    expect(await screen.findByText('Please allow cookies for this shop, then continue.')).toBeTruthy()
    expect(at()).toBe('/auth/login?redirect=/account/shipping')
  })

  it('finds what was typed again', async () => {
    noteGuest({ email: 'meera@example.com', address: { ...seaView, _id: '' } })
    stubShop(answers)
    open('/account/shipping')

    expect(await screen.findByLabelText<HTMLInputElement>('Email')).toHaveProperty('value', 'meera@example.com')
    expect(screen.getByLabelText<HTMLInputElement>('Street and area').value).toBe(seaView.street)
  })

  it('goes Back from an order that is to be paid by transfer to an empty cart, and from there to the order', async () => {
    clearCart()
    noteGuest({ order: order._id })
    stubShop({ [`GET /orders/current-user/${order._id}`]: ok({ ...order, status: 'processing' }) })
    open('/account/shipping')

    const link = await screen.findByRole('link', { name: 'Your order' })
    expect(link.getAttribute('href')).toBe(`/account/pay/${order._id}`)
  })

  it('is shown no address of a customer whose session has ended in this browser (B113)', async () => {
    chooseAddress(seaView)
    chooseForOrder({ company: 'Rao Ltd', billingAddress: seaView })
    stubShop(answers)
    const { at } = open('/auth/login?redirect=/account/checkout')

    await userEvent.click(await screen.findByRole('button', { name: 'Continue as guest' }))

    await waitFor(() => expect(at()).toBe('/account/shipping'))
    expect((await screen.findByLabelText<HTMLInputElement>('Street and area')).value).toBe('')
    expect(currentCart().address).toBeNull()
    expect(currentChoices()).toEqual({})
  })

  it.each([
    ['keeps the codes that were typed for the cart', null, { codes: ['GIFT'] }],
    ['gets no codes of a customer whose session has ended in this browser', asha._id, {}],
  ])('%s', async (_what, expired, kept) => {
    chooseForOrder({ codes: ['GIFT'] })
    keepElsewhere('mela.expired-user', expired)
    stubShop(answers)
    const { at } = open('/auth/login?redirect=/account/shipping')

    await userEvent.click(await screen.findByRole('button', { name: 'Continue as guest' }))

    await waitFor(() => expect(at()).toBe('/account/shipping'))
    expect(currentChoices()).toEqual(kept)
  })

  it('orders to another country that the shop sells to', async () => {
    noteGuest()
    const [country, format] = ['DE', '%A%n%Z %C']
    const street = { field: 'street', label: 'Street', isRequired: true }
    const form = { code: country, name: 'Germany', format, callingCode: '49', fields: [street], states: null }
    const forms = { 'GET /shop/countries': ok([form]), 'GET /shop/countries/DE': ok({ ...form, postalCode: null }) }
    stubShop({ ...answers, ...forms })
    const { queryClient } = open('/account/shipping')
    act(() => void queryClient.setQueryData(['shop'], { ...DEFAULT_SHOP, guests: true, countries: [country] }))

    const typed = { Email: 'a@b.de', 'First name': 'Anna', 'Last name': 'Berg', Phone: '015123456789', Street: 'Au 1' }
    for (const [label, text] of Object.entries(typed)) await userEvent.type(await screen.findByLabelText(label), text)
    await userEvent.click(screen.getByRole('button', { name: 'CONTINUE' }))

    await waitFor(() =>
      expect(currentCart().address).toMatchObject({ country: 'Germany', postal: { country, format } }),
    )
  })

  it('is refused by the fields that are not valid', async () => {
    noteGuest()
    stubShop(answers)
    const { at } = open('/account/shipping')

    await fillIn('nobody')

    expect(await screen.findByText('This email is not valid.')).toBeTruthy()
    expect(at()).toBe('/account/shipping')
  })

  it('is sent to the login before that choice, and where the owner takes no guests any more', async () => {
    stubShop(answers)
    const { at, queryClient, router } = open('/account/shipping')
    await waitFor(() => expect(at()).toBe('/auth/login?redirect=%2Faccount%2Fshipping'))
    expect(await screen.findByRole('button', { name: 'Continue as guest' })).toBeTruthy()

    noteGuest()
    act(() => void queryClient.setQueryData(['shop'], { guests: false }))
    await act(() => router.navigate('/account/checkout'))

    await waitFor(() => expect(at()).toBe('/auth/login?redirect=%2Faccount%2Fcheckout'))
    expect(screen.queryByRole('button', { name: 'Continue as guest' })).toBeNull()
  })
})
