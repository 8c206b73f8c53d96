// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leaveShop, ok, refused, stubShop, visit } from '../../../../test/browser.tsx'
import { asha, kurta, order, seaView } from '../../../../test/samples.ts'
import { addToCart, chooseAddress, currentCart } from '../../../features/shop/cart/cart.store.ts'
import { rememberUser } from '../../../lib/current-user.ts'
import { CheckoutLayout } from './checkout-layout.tsx'
import { CheckoutPage } from './checkout-page.tsx'
import { ShippingPage } from './shipping-page.tsx'

const office = { ...seaView, _id: 'e'.repeat(24), building: 'Office tower, floor 3' }
const signedIn = {
  'GET /users/current-user': ok(asha),
  'GET /users/current-user/addresses': ok([seaView, office]),
  [`GET /products/cards?ids=${kurta._id}`]: ok([kurta]),
}
const replace = vi.fn()

beforeEach(() => {
  rememberUser(asha)
  vi.stubGlobal('location', { ...location, replace })
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
})
afterEach(() => {
  replace.mockReset()
  leaveShop()
})

const open = (path: string) =>
  visit(path, [
    {
      path: '/account',
      Component: CheckoutLayout,
      children: [
        { path: 'shipping', Component: ShippingPage },
        { path: 'checkout', Component: CheckoutPage },
      ],
    },
    { path: '*', element: <h1>Elsewhere</h1> },
  ])

const continueButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'CONTINUE' })
const payButton = () => screen.findByRole<HTMLButtonElement>('button', { name: /^Pay \$/ })
/** Another tab's change of local storage is there before this tab gets its event. */
function keepElsewhere(key: string, value: unknown) {
  localStorage.setItem(key, JSON.stringify(value))
  act(() => void dispatchEvent(new StorageEvent('storage', { key })))
}
const storedCart = () => localStorage.getItem('mela.cart')

const choice = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name })

async function pay() {
  const button = await payButton()
  await waitFor(() => expect(button.disabled).toBe(false))
  await userEvent.click(button)
}

describe('shipping', () => {
  it('lists the own addresses and allows the next step once one is chosen (T109, T111, T113, T114)', async () => {
    addToCart(kurta, 2)
    stubShop(signedIn)
    const { at } = open('/account/shipping')

    const home = await choice(/Sea View/)
    expect(screen.getAllByRole('radio')).toHaveLength(2)
    expect(continueButton().disabled).toBe(true)
    await userEvent.click(continueButton())
    expect(at()).toBe('/account/shipping')

    await userEvent.click(home)
    expect(currentCart().address).toEqual(seaView)
    await userEvent.click(continueButton())

    await waitFor(() => expect(at()).toBe('/account/checkout'))
  })

  it('chooses the only address by default, and allows the next step', async () => {
    addToCart(kurta, 2)
    stubShop({ ...signedIn, 'GET /users/current-user/addresses': ok([seaView]) })
    open('/account/shipping')

    await waitFor(() => expect(currentCart().address).toEqual(seaView))
    expect((await choice(/Sea View/)).checked).toBe(true)
    expect(continueButton().disabled).toBe(false)
  })

  it('says how long each line of an address must be, and beside the error of an empty one that it is required', async () => {
    stubShop(signedIn)
    open('/account/shipping')
    await userEvent.click(await screen.findByRole('button', { name: 'Add address' }))
    const noteOf = (label: string) =>
      document.getElementById(screen.getByLabelText(label).getAttribute('aria-describedby') ?? '')?.textContent

    const labels = ['Phone', 'Flat and building', 'Street and area', 'City', 'State', 'Pin code']
    expect(labels.map(noteOf)).toEqual([
      '10 digits, for delivery only',
      'At least 10 characters',
      'At least 10 characters',
      'At least 3 characters',
      'At least 3 characters',
      'At least 6 characters',
    ])

    await userEvent.type(screen.getByLabelText('Street and area'), 'Carter')
    await userEvent.click(screen.getByRole('button', { name: 'Save address' }))
    await waitFor(() => expect(noteOf('Flat and building')).toBe('Building is not validThis is required.'))
    expect(noteOf('Street and area')).toBe('Street is not valid. This must be 10 character(s) or more.')
    await userEvent.type(screen.getByLabelText('Phone'), '98')
    expect(noteOf('Phone')).not.toContain('required')
  })

  it('says so without an address (T110)', async () => {
    stubShop({ ...signedIn, 'GET /users/current-user/addresses': ok([]) })
    open('/account/shipping')

    expect(await screen.findByText("You don't have any saved address.")).toBeTruthy()
  })

  it('blocks the next step while the cart is empty', async () => {
    stubShop(signedIn)
    open('/account/shipping')

    expect(await choice(/Sea View/)).toBeTruthy()
    expect(screen.getByText('Your cart is empty')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'CONTINUE' })).toBeNull()
    expect(screen.queryByText('Choose an address to continue.')).toBeNull()
  })

  it('saves a new address and chooses it (T112)', async () => {
    const { callsTo } = stubShop({
      ...signedIn,
      'GET /users/current-user/addresses': [ok([]), ok([seaView])],
      'POST /users/current-user/addresses': ok(seaView, 201),
    })
    open('/account/shipping')
    await userEvent.click(await screen.findByRole('button', { name: 'Add address' }))

    await userEvent.type(screen.getByLabelText('Phone'), '+91 98765-43210')
    await userEvent.type(screen.getByLabelText('Flat and building'), seaView.building)
    await userEvent.type(screen.getByLabelText('Street and area'), seaView.street)
    await userEvent.type(screen.getByLabelText('City'), seaView.city)
    await userEvent.type(screen.getByLabelText('State'), seaView.state)
    await userEvent.type(screen.getByLabelText('Pin code'), seaView.pinCode)
    await userEvent.click(screen.getByRole('button', { name: 'Save address' }))

    expect((await choice(/Sea View/)).checked).toBe(true)
    const { _id, ...typed } = seaView
    expect(callsTo('POST /users/current-user/addresses')[0]?.body).toEqual(typed)
    expect(currentCart().address).toEqual(seaView)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('shows the errors of an address, and offers +91 and India only (T303, B123)', async () => {
    stubShop(signedIn)
    open('/account/shipping')
    await userEvent.click(await screen.findByRole('button', { name: 'Add address' }))

    await userEvent.type(screen.getByLabelText('Phone'), 'abcdefghij')
    await userEvent.click(screen.getByRole('button', { name: 'Save address' }))

    expect((await screen.findByRole('alert')).textContent).toContain('Please fill in all the details correctly.')
    expect(screen.getByText('Phone number is not valid')).toBeTruthy()
    expect(screen.getByText('+91')).toBeTruthy()
    expect(within(screen.getByLabelText('Country')).getAllByRole('option')).toHaveLength(1)
  })

  it('unselects a deleted address (B77)', async () => {
    addToCart(kurta, 2)
    chooseAddress({ ...seaView, _id: 'f'.repeat(24) })
    stubShop(signedIn)
    open('/account/shipping')

    await waitFor(() => expect(currentCart().address).toBeNull())
    expect(continueButton().disabled).toBe(true)
  })
})

describe('checkout', () => {
  beforeEach(() => {
    addToCart(kurta, 2)
    chooseAddress(seaView)
  })

  it('shows products, address and a button with the total (T115)', async () => {
    stubShop(signedIn)
    open('/account/checkout')

    expect((await payButton()).textContent).toBe('Pay $164.96')
    expect(within(await screen.findByRole('list', { name: 'Products' })).getByText(/kurta/)).toBeTruthy()
    expect(screen.getByText('Sea View, flat 14')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Change address' }).getAttribute('href')).toBe('/account/shipping')
  })

  it('without an address leads back to shipping (T116)', async () => {
    chooseAddress(null)
    stubShop(signedIn)
    const { at } = open('/account/checkout')

    await waitFor(() => expect(at()).toBe('/account/shipping'))
    expect((await screen.findByRole('status')).textContent).toContain('Please select an address.')
  })

  it('with an address that was deleted meanwhile leads back to shipping (B77)', async () => {
    stubShop({ ...signedIn, 'GET /users/current-user/addresses': ok([office]) })
    const { at } = open('/account/checkout')

    await waitFor(() => expect(at()).toBe('/account/shipping'))
  })

  it('with an empty cart leads back to the cart (T117)', async () => {
    localStorage.removeItem('mela.cart')
    chooseAddress(seaView)
    stubShop(signedIn)
    const { at } = open('/account/checkout')

    await waitFor(() => expect(at()).toBe('/cart'))
    expect((await screen.findByRole('status')).textContent).toContain('Please add some products to the cart.')
  })

  it('with neither asks for the address first (B114)', async () => {
    localStorage.removeItem('mela.cart')
    stubShop(signedIn)
    const { at } = open('/account/checkout')

    await waitFor(() => expect(at()).toBe('/account/shipping'))
  })

  it('places the order as shown, empties the cart and opens the pay page by a full load (T118, B2)', async () => {
    const { callsTo } = stubShop({ ...signedIn, 'POST /orders': ok(order, 201) })
    const { at } = open('/account/checkout')

    await pay()

    await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith(`/account/pay/${order._id}`))
    expect(callsTo('POST /orders')[0]?.body).toEqual({
      products: [{ product: kurta._id, price: 36, savedAmount: 12, quantity: 2 }],
      subTotal: 72,
      savedAmount: 24,
      shippingAmount: 80,
      taxAmount: 12.96,
      totalAmount: 164.96,
      shippingAddress: { ...seaView, _id: undefined },
    })
    expect(currentCart()).toMatchObject({ items: [], address: null })
    expect(at()).toBe('/account/checkout')
    expect(screen.queryByText('Please select an address.')).toBeNull()
  })

  it('sends one order for two clicks (B21)', async () => {
    const { callsTo } = stubShop({ ...signedIn, 'POST /orders': ok(order, 201) })
    open('/account/checkout')
    const button = await payButton()
    await waitFor(() => expect(button.disabled).toBe(false))

    await userEvent.dblClick(button)

    await waitFor(() => expect(replace).toHaveBeenCalledOnce())
    expect(callsTo('POST /orders')).toHaveLength(1)
  })

  it('keeps cart and key when the answer is lost, so that a retry gets the same order (T119, B21, B22)', async () => {
    const { callsTo } = stubShop({ ...signedIn, 'POST /orders': ['unreachable', refused(500), ok(order, 201)] })
    open('/account/checkout')

    await pay()
    expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong, please try again later...')
    expect(currentCart().items).toHaveLength(1)
    await pay()
    await waitFor(() => expect(callsTo('POST /orders')).toHaveLength(2))
    await pay()

    await waitFor(() => expect(replace).toHaveBeenCalledOnce())
    const keys = callsTo('POST /orders').map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toMatch(/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/)
    expect(new Set(keys).size).toBe(1)
  })

  it('takes over the server’s prices when it refuses the order, and shows the changes (B1)', async () => {
    const message = 'Prices or availability have changed. Please review your cart and try again.'
    const line = { product: kurta._id, name: kurta.name, quantity: 2, available: 5, isActive: true }
    const data = { products: [{ ...line, price: 40, savedAmount: 8 }], subTotal: 80, savedAmount: 16 }
    const { callsTo } = stubShop({ ...signedIn, 'POST /orders': [refused(409, message, { data }), ok(order, 201)] })
    open('/account/checkout')

    await pay()

    const note = await screen.findByRole('alert')
    expect(note.textContent).toContain(message)
    expect(note.textContent).toContain(`${kurta.name}: now $40.00, was $36.00`)
    expect((await payButton()).textContent).toBe('Pay $174.40')
    expect(replace).not.toHaveBeenCalled()

    await pay()

    await waitFor(() => expect(replace).toHaveBeenCalledOnce())
    const [first, second] = callsTo('POST /orders')
    expect(second?.body).toMatchObject({ totalAmount: 174.4 })
    expect(second?.headers['idempotency-key']).not.toBe(first?.headers['idempotency-key'])
  })

  it('shows the limit that refuses the order, keeps the cart and can be tried again (B20)', async () => {
    const message = '3 of your orders wait for payment: 1A2B, 3C4D, and 5E6F. Pay or cancel one of them first.'
    const limit = refused(429, message, { data: { orders: [] } })
    const { callsTo } = stubShop({ ...signedIn, 'POST /orders': [limit, ok(order, 201)] })
    open('/account/checkout')

    await pay()

    expect((await screen.findByRole('alert')).textContent).toBe(message)
    expect(currentCart()).toMatchObject({ items: [{ quantity: 2 }], address: seaView })
    expect(replace).not.toHaveBeenCalled()

    await pay()
    await waitFor(() => expect(replace).toHaveBeenCalledOnce())
    const keys = callsTo('POST /orders').map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(2)
  })

  it('cannot be paid while a product is no longer available (B15, B109)', async () => {
    stubShop({ ...signedIn, [`GET /products/cards?ids=${kurta._id}`]: ok([]) })
    open('/account/checkout')

    await screen.findByText('This product is no longer available.')

    expect((await payButton()).disabled).toBe(true)
    expect(within(screen.getByRole('list', { name: 'Products' })).getByText('$72.00').className).toContain(
      'line-through',
    )
    expect(within(screen.getByRole('region', { name: 'Summary' })).getByText('Shipping').nextSibling?.textContent).toBe(
      '—',
    )
    await userEvent.click(screen.getByRole('button', { name: `Remove ${kurta.name}` }))
    expect(currentCart().items).toEqual([])
  })

  it('updates prices before the payment (B109)', async () => {
    stubShop({ ...signedIn, [`GET /products/cards?ids=${kurta._id}`]: ok([{ ...kurta, salePrice: 40 }]) })
    open('/account/checkout')

    expect((await screen.findByRole('alert')).textContent).toContain(`${kurta.name}: now $40.00, was $36.00`)
    expect((await payButton()).textContent).toBe('Pay $174.40')
  })
})

describe('beside another tab', () => {
  const kabir = { ...asha, _id: 'c'.repeat(24), name: { firstName: 'Kabir', lastName: 'Rao' } }
  const moved = { ...seaView, building: 'Hill View, flat 3' }
  const remembered = { id: kabir._id, name: kabir.name, avatarUrl: null, role: 'user', isActive: true, email: 'k@x.in' }
  const list = 'GET /users/current-user/addresses'

  it('shows, chooses and keeps nothing of the former user once another one has signed in there (B113)', async () => {
    addToCart(kurta, 2)
    const current = [ok(asha), ok(kabir)]
    const { callsTo } = stubShop({ ...signedIn, 'GET /users/current-user': current, [list]: [ok([seaView]), ok([])] })
    open('/account/shipping')
    await waitFor(() => expect(currentCart().address).toEqual(seaView))
    await userEvent.click(screen.getByRole('button', { name: 'Add address' }))
    await userEvent.type(screen.getByLabelText('Street and area'), 'Carter Road')

    keepElsewhere('mela.user', remembered)
    expect(screen.queryByText(seaView.building)).toBeNull()
    keepElsewhere('mela.cart', { ...currentCart(), address: null })

    expect(screen.queryByLabelText('Street and area')).toBeNull()
    expect(await screen.findByText("You don't have any saved address.")).toBeTruthy()
    expect(callsTo(list)).toHaveLength(2)
    expect(currentCart().address).toBeNull()
  })

  it('shows the next user nothing from memory that was not on screen when the user changed (B113)', async () => {
    const answers = { 'GET /users/current-user': [ok(asha), ok(kabir)], [list]: [ok([seaView]), ok([])] }
    const { callsTo } = stubShop({ ...signedIn, ...answers })
    const { router } = open('/account/shipping')
    await choice(/Sea View/)
    await act(() => router.navigate('/'))

    keepElsewhere('mela.user', remembered)
    await act(() => router.navigate('/account/shipping'))

    expect(screen.queryByText(seaView.building)).toBeNull()
    await waitFor(() => expect(callsTo(list)).toHaveLength(2))
    expect(await screen.findByText("You don't have any saved address.")).toBeTruthy()
  })

  it('notices another user also when the page is restored from the back-forward cache', async () => {
    stubShop({ ...signedIn, 'GET /users/current-user': [ok(asha), ok(kabir)], [list]: [ok([seaView, office]), ok([])] })
    open('/account/shipping')
    await choice(/Sea View/)

    localStorage.setItem('mela.user', JSON.stringify(remembered))
    act(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))

    expect(screen.queryByText(seaView.building)).toBeNull()
    expect(await screen.findByText("You don't have any saved address.")).toBeTruthy()
  })

  it('leads to the login once the user has signed out there, and sends no further calls (B58)', async () => {
    const { calls } = stubShop(signedIn)
    const { at } = open('/account/shipping')
    await choice(/Sea View/)
    const before = calls.length

    keepElsewhere('mela.user', null)

    await waitFor(() => expect(at()).toBe('/auth/login?redirect=%2Faccount%2Fshipping'))
    expect(calls).toHaveLength(before)
  })

  it('keeps everything while the same user is changed there', async () => {
    const { calls } = stubShop(signedIn)
    open('/account/shipping')
    await choice(/Sea View/)
    await userEvent.click(screen.getByRole('button', { name: 'Add address' }))
    await userEvent.type(screen.getByLabelText('Street and area'), 'Carter Road')
    const before = calls.length

    keepElsewhere('mela.user', { ...remembered, id: asha._id })

    expect(screen.getByLabelText<HTMLInputElement>('Street and area').value).toBe('Carter Road')
    expect(calls).toHaveLength(before)
  })

  it('takes over an address that was corrected there, and never writes its own old copy back (B77, B112)', async () => {
    addToCart(kurta, 2)
    const { callsTo } = stubShop({ ...signedIn, [list]: [ok([seaView]), ok([moved])] })
    open('/account/shipping')
    await waitFor(() => expect(currentCart().address).toEqual(seaView))

    keepElsewhere('mela.cart', { ...currentCart(), address: moved })
    const written = storedCart()

    expect(storedCart()).toBe(written)
    expect(await choice(/Hill View/)).toMatchObject({ checked: true })
    expect(storedCart()).toBe(written)
    expect(callsTo(list)).toHaveLength(2)
  })

  it('keeps an address that was added and chosen there (B77, B112)', async () => {
    addToCart(kurta, 2)
    stubShop({ ...signedIn, [list]: [ok([seaView]), ok([office, seaView])] })
    open('/account/shipping')
    await waitFor(() => expect(currentCart().address).toEqual(seaView))

    keepElsewhere('mela.cart', { ...currentCart(), address: office })

    expect(await choice(/Office tower/)).toMatchObject({ checked: true })
    expect(currentCart().address).toEqual(office)
  })

  it('does not choose the only address again that was deleted there (B77, B112)', async () => {
    addToCart(kurta, 2)
    stubShop({ ...signedIn, [list]: [ok([seaView]), ok([])] })
    open('/account/shipping')
    await waitFor(() => expect(currentCart().address).toEqual(seaView))

    keepElsewhere('mela.cart', { ...currentCart(), address: null })
    const written = storedCart()

    expect(await screen.findByText("You don't have any saved address.")).toBeTruthy()
    expect(storedCart()).toBe(written)
  })
})
