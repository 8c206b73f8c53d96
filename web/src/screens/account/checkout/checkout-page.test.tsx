import { DEFAULT_SHOP } from '@mela/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Outcome, ok, refused, stubShop } from '../../../../test/browser.tsx'
import { asha, cardOf, cardsCall, ids, inSize, kurta, order, paypal, quote, seaView } from '../../../../test/samples.ts'
import { addToCart, currentCart } from '../../../shared/cart/cart.store.ts'
import { chooseAddress, clearCart, replaceCart, writeWords } from '../../../shared/cart/change-cart.ts'
import { chooseForOrder, currentChoices } from '../../../shared/cart/choices.store.ts'
import { keepCartInStep } from '../../../shared/cart/sync-cart.ts'
import { choice, office, open, pay, payButton, signedIn, startFilledCheckout } from './checkout-fixtures.tsx'

const { replace } = startFilledCheckout()

describe('checkout', () => {
  const [select, add] = ['Please select an address.', 'Please add some products to the cart.']

  it.each([
    ['without an address', [seaView], null, /^\/account\/shipping$/, select],
    ['whose address was deleted', [office], seaView, /^\/account\/shipping$/, select],
    ['that is empty', [seaView], seaView, /^\/cart$/, add],
  ])('of a cart %s leads back, and says why (T116, T117, B77)', async (which, addresses, address, place, warning) => {
    if (which === 'that is empty') clearCart()
    chooseAddress(address)
    stubShop({ ...signedIn, 'GET /users/current-user/addresses': ok(addresses) })
    const { at } = open('/account/checkout')

    await waitFor(() => expect(at()).toMatch(place))
    expect((await screen.findByRole('status')).textContent).toContain(warning)
  })

  it('places one order as shown for two clicks, empties the cart and opens the pay page by a full load (T118, B2, B21)', async () => {
    const { callsTo } = stubShop({ ...signedIn, 'POST /orders': ok(order, 201) })
    const { at } = open('/account/checkout')
    const button = await payButton()
    await waitFor(() => expect(button.disabled).toBe(false))

    await userEvent.dblClick(button)

    await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith(`/account/pay/${order._id}`))
    expect(callsTo('POST /orders').map(({ body }) => body)).toEqual([
      {
        products: [{ product: kurta._id, variant: kurta._id, options: {}, price: 36, savedAmount: 12, quantity: 2 }],
        ...{ subTotal: 72, savedAmount: 24, shippingAmount: 80, taxAmount: 12.96, totalAmount: 164.96 },
        currency: 'USD',
        deliveryMethod: 'Shipping',
        shippingAddress: { ...seaView, _id: undefined },
      },
    ])
    expect(currentCart()).toMatchObject({ items: [], address: null })
    expect(at()).toBe('/account/checkout')
    expect(screen.queryByText('Please select an address.')).toBeNull()
  })

  it('leads to a provider that is paid on its own page, and loads the pay page when Back restores this one', async () => {
    const stripe = { ...paypal, name: 'stripe', can: { ...paypal.can, pay: 'redirect' } }
    const started = ok({ orderId: 'cs_test_1', approveUrl: 'https://stripe.example/c/pay' }, 201)
    const [assign, reload, replaceState] = [vi.fn(), vi.fn(), vi.spyOn(history, 'replaceState')]
    vi.stubGlobal('location', { ...location, assign, reload })
    const calls = { 'POST /orders': ok(order, 201), 'POST /payments/stripe/orders': started }
    stubShop({ ...signedIn, ...calls, 'GET /payments/gateways': ok([stripe]) })
    open('/account/checkout')

    await userEvent.click(await payButton())

    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('https://stripe.example/c/pay'))
    expect(replaceState).toHaveBeenLastCalledWith(null, '', `/account/pay/${order._id}`)
    act(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    expect(reload).toHaveBeenCalledOnce()
  })

  it('shows the gift text and the note that go along, which may have been typed for another order', async () => {
    stubShop(signedIn)
    writeWords({ giftText: 'Happy birthday, Mum!', note: 'Ring twice' })
    open('/account/checkout')

    const giftText = within(await screen.findByRole('region', { name: 'Gift text' }))
    expect(giftText.getByText('Happy birthday, Mum!')).toBeTruthy()
    expect(giftText.getByRole('link', { name: 'Change gift text' }).getAttribute('href')).toBe('/cart')
    expect(within(screen.getByRole('region', { name: 'Note for the shop' })).getByText('Ring twice')).toBeTruthy()
    act(() => replaceCart([{ product: { ...kurta, isGiftCard: true }, quantity: 1 }]))
    expect(screen.queryByRole('region', { name: 'Gift text' })).toBeNull()
  })

  it('names for whom gift cards are also while the order is folded', async () => {
    const card = { ...kurta, isGiftCard: true }
    const other = { ...card, ...ids('f'.repeat(24)) }
    const cards = [card, other].map(cardOf)
    stubShop({ ...signedIn, [cardsCall(card._id, other._id)]: ok(cards), 'GET /payments/gateways': ok([paypal]) })
    clearCart()
    addToCart(card, 1, { email: 'anna@example.com' })
    addToCart(other, 1, {})
    chooseAddress(seaView)
    open('/account/checkout')

    const folded = await screen.findByText('Gift card for anna@example.com, you')
    await userEvent.click(screen.getByRole('button', { name: /^Your order, / }))
    expect(folded.isConnected).toBe(false)
  })

  it('says what to correct where the recipient of a gift card was typed in half', async () => {
    const card = { ...kurta, isGiftCard: true }
    stubShop({ ...signedIn, [cardsCall(card._id)]: ok([cardOf(card)]), 'GET /payments/gateways': ok([paypal]) })
    clearCart()
    addToCart(card, 1, { email: 'friend@' })
    chooseAddress(seaView)
    open('/account/checkout')

    expect(await screen.findByText('Please correct who gets the gift card in your cart.')).toBeTruthy()
  })

  it('offers no payment on delivery for gift cards alone', async () => {
    const offer = { isOn: true, countries: [], currencies: [], from: null, to: null, fee: 0 }
    const ways = ['paypal', 'transfer', 'delivery'].map(name => ({ name, displayName: name, offer }))
    const card = { ...kurta, isGiftCard: true }
    stubShop({ ...signedIn, [cardsCall(kurta._id)]: ok([cardOf(card)]), 'GET /payments/gateways': ok(ways) })
    clearCart()
    addToCart(card, 1)
    chooseAddress(seaView)
    open('/account/checkout')

    expect(await screen.findByRole('radio', { name: 'Bank transfer' })).toBeTruthy()
    expect(screen.queryByRole('radio', { name: 'Pay on delivery' })).toBeNull()
  })

  it('sells gift cards alone also to where the shop does not deliver, and names no delivery', async () => {
    const card = { ...kurta, isGiftCard: true }
    stubShop({ ...signedIn, [cardsCall(kurta._id)]: ok([cardOf(card)]) })
    clearCart()
    addToCart(card, 1)
    chooseAddress(seaView)
    const { queryClient } = open('/account/checkout')
    const zones = [{ ...DEFAULT_SHOP.zones[0], places: [{ country: 'IN', state: 'Kerala' }] }]
    act(() => void queryClient.setQueryData(['shop'], { zones }))

    const button = await payButton()
    await waitFor(() => expect(button.disabled).toBe(false))
    expect(screen.getByRole('region', { name: 'Address' })).toBeTruthy()
    expect(screen.queryByText('Delivery')).toBeNull()
    act(() => void queryClient.setQueryData(['shop'], { zones, countries: ['DE'] }))
    expect(await screen.findByText('We do not sell to India. Please choose another address.')).toBeTruthy()
  })

  it('leaves out a way to pay that the server no longer offers', async () => {
    const ways = ['transfer', 'delivery'].map(name => ({ ...paypal, name }))
    const late = refused(409, 'Bank transfer is not offered for this order.', { code: 'gateway_not_offered' })
    stubShop({ ...signedIn, 'GET /payments/gateways': [ok(ways), ok(ways.slice(1))], 'POST /orders': late })
    open('/account/checkout')

    await userEvent.click(await screen.findByRole('button', { name: /by bank transfer$/ }))

    expect(await screen.findByRole('button', { name: /on delivery$/ })).toBeTruthy()
  })

  const above = (from: number) => ({ ...paypal, offer: { ...paypal.offer, from } })

  it('says why nothing that the owner offers pays the cart, and what to do', async () => {
    const withCard = ok({ ...quote, giftCardAmount: 157.16, amountToPay: 7.8 })
    stubShop({ ...signedIn, 'GET /payments/gateways': ok([above(10)]), 'POST /quotes': withCard })
    open('/account/checkout')

    expect(await screen.findByText(/^Payments begin at \$10.00, and \$7.80 is left to pay/)).toBeTruthy()
    expect((await payButton()).disabled).toBe(true)
    expect(screen.getByText('There is no way to pay this order.')).toBeTruthy()
    expect(screen.queryByText(/we never see your card/)).toBeNull()
  })

  it('says so as well after the server has refused the order for it', async () => {
    const none = refused(409, 'The shop offers no way to pay it.', { code: 'gateway_not_offered' })
    const gateways = [ok([paypal]), ok([above(1000)])]
    stubShop({ ...signedIn, 'GET /payments/gateways': gateways, 'POST /orders': none })
    open('/account/checkout')

    await pay()

    expect(await screen.findByText(/^Payments begin at \$1,000.00/)).toBeTruthy()
    expect((await payButton()).disabled).toBe(true)
  })

  it('asks again at the press for a price that failed, and orders at no other sum than the one shown', async () => {
    const quotes = ['unreachable', ok({ ...quote, amountToPay: 152 })] as const
    const { callsTo } = stubShop({ ...signedIn, 'POST /quotes': [...quotes], 'POST /orders': ok(order, 201) })
    open('/account/checkout')

    await userEvent.click(await payButton())

    expect(await screen.findByText('You now pay $152.00.')).toBeTruthy()
    expect(callsTo('POST /orders')).toEqual([])
  })

  it('says what came in from the cart of the account, and takes no press before that was said', async () => {
    const lamp = { ...kurta, ...ids('f'.repeat(24)), name: 'Brass lamp' }
    const kept = Promise.withResolvers<Outcome>()
    const line = { product: lamp._id, variant: lamp._id, quantity: 3 }
    const saved = { lines: [line], note: '', giftText: '', version: 4 }
    const calls = {
      ...signedIn,
      'PUT /cart': refused(500),
      [cardsCall(lamp._id)]: ok([cardOf(lamp)]),
      'POST /orders': ok(order, 201),
    }
    const { callsTo } = stubShop({ ...calls, 'GET /cart': kept.promise })
    onTestFinished(keepCartInStep(asha._id))
    open('/account/checkout')
    await waitFor(async () => expect((await payButton()).disabled).toBe(false))

    await act(async () => kept.resolve(ok(saved)))

    const note = await screen.findByRole('alert')
    expect(note.textContent).toMatch(/^The cart of your account has changed this order\..*Brass lamp: 3 added$/)
    expect(document.activeElement).toBe(note)
    await pay()
    expect(await screen.findByText(/You now pay \$/)).toBeTruthy()
    const again = stubShop({ ...calls, 'GET /cart': ok({ ...saved, lines: [{ ...line, quantity: 4 }], version: 5 }) })
    act(() => void dispatchEvent(new Event('online')))
    expect(await screen.findByText('the quantity is now 4, was 3')).toBeTruthy()
    await pay()
    expect(await screen.findByText(/You now pay \$/)).toBeTruthy()
    expect([...callsTo('POST /orders'), ...again.callsTo('POST /orders')]).toEqual([])
    await pay()
    await waitFor(() => expect(again.callsTo('POST /orders')).toHaveLength(1))
  })

  it('is priced as the tax number is typed, and waits at the press for a price that is on its way', async () => {
    const late = Promise.withResolvers<Outcome>()
    const calls = { ...signedIn, 'POST /orders': ok(order, 201) }
    stubShop({ ...calls, 'POST /quotes': ok(quote) })
    open('/account/checkout')
    const button = await payButton()
    await waitFor(() => expect(button.disabled).toBe(false))
    const { callsTo } = stubShop({ ...calls, 'POST /quotes': late.promise })
    await userEvent.click(screen.getByText('Bill to a company or another address'))

    await userEvent.type(screen.getByLabelText(/^Tax number/), 'DE129273398')
    expect(currentChoices().taxNumber).toBe('DE129273398')
    await userEvent.click(button)
    late.resolve(ok({ ...quote, amountToPay: 152 }))

    expect(await screen.findByText('You now pay $152.00.')).toBeTruthy()
    expect(callsTo('POST /orders')).toEqual([])
    await userEvent.click(await screen.findByRole('button', { name: 'Pay $152.00' }))
    await waitFor(() => expect(callsTo('POST /orders')[0]?.body).toMatchObject({ taxNumber: 'DE129273398' }))
  })

  it('asks for a price once the tax number is typed, not at each key', async () => {
    const { callsTo } = stubShop({ ...signedIn, 'POST /quotes': ok(quote) })
    open('/account/checkout')
    await payButton()
    await userEvent.click(screen.getByText('Bill to a company or another address'))
    const asked = () => callsTo('POST /quotes').flatMap(({ body }) => Object(body).taxNumber ?? [])

    await userEvent.type(screen.getByLabelText(/^Tax number/), 'DE129273398')

    await waitFor(() => expect(asked()).toContain('DE129273398'))
    expect(asked()).toEqual(['DE129273398'])
  })

  it('says below the folded order why a code takes nothing off, until it is opened', async () => {
    const refused = { code: 'FIRST', source: '', label: '', amount: 0, refusal: 'FIRST is for first orders only.' }
    stubShop({ ...signedIn, 'POST /quotes': ok({ ...quote, discounts: [refused] }) })
    open('/account/checkout')
    expect(await screen.findByText(refused.refusal)).toBeTruthy()

    await userEvent.click(screen.getByRole('button', { name: /^Your order/ }))

    expect(screen.queryByText(refused.refusal)).toBeNull()
  })

  it('is priced for the country of the bill, on which it depends whether a company pays tax', async () => {
    chooseForOrder({ company: 'Rao Ltd', billingAddress: { ...office, country: 'France' } })
    const { callsTo } = stubShop(signedIn)
    open('/account/checkout')
    await payButton()

    expect(callsTo('POST /quotes')[0]?.body).toMatchObject({ company: 'Rao Ltd', billingCountry: 'France' })
  })

  it('offers the methods of delivery of the shop, at its currency and tax, and orders by the chosen one', async () => {
    const { callsTo } = stubShop({ ...signedIn, 'POST /orders': ok(order, 201) })
    const none = { steps: [], freeAbove: null, minDays: null, maxDays: null }
    const methods = [
      { ...none, name: 'Post', price: 10, minDays: 3, maxDays: 5 },
      { ...none, name: 'Express', price: 25 },
    ]
    const { queryClient } = open('/account/checkout')
    act(() => {
      const tax = { taxIncluded: true, taxName: 'VAT', taxPercent: 19 }
      queryClient.setQueryData(['shop'], { currency: 'EUR', ...tax, zones: [{ name: 'All', places: [], methods }] })
    })

    expect((await screen.findByRole('button', { name: /^Pay / })).textContent).toBe('Pay €82.00')
    expect(screen.getByRole('radio', { name: /^Post, €10.00/ })).toHaveProperty('checked', true)
    await userEvent.click(screen.getByRole('radio', { name: /^Express, €25.00/ }))
    const summary = screen.getByRole('region', { name: 'Summary' })
    expect(summary.textContent).toMatch(/Shipping \(Express\)€25\.00Total€97\.00Included tax \(19% VAT\)€11\.50/)
    await userEvent.click(screen.getByRole('button', { name: 'Pay €97.00' }))

    await waitFor(() => expect(replace).toHaveBeenCalledOnce())
    expect(callsTo('POST /orders')[0]?.body).toMatchObject({
      ...{ deliveryMethod: 'Express', currency: 'EUR' },
      ...{ subTotal: 72, shippingAmount: 25, taxAmount: 11.5, totalAmount: 97 },
    })
  })

  it('says of each method how long it takes once a transfer has come, not on which days', async () => {
    const offer = { isOn: true, countries: [], currencies: [], from: null, to: null, fee: 0 }
    const ways = ['paypal', 'transfer'].map(name => ({ name, displayName: name, offer }))
    stubShop({ ...signedIn, 'GET /payments/gateways': ok(ways) })
    const timed = { price: 10, steps: [], freeAbove: null, minDays: 3, maxDays: 5 }
    const methods = ['Post', 'Express'].map(name => ({ ...timed, name }))
    const { queryClient } = open('/account/checkout')
    act(() => void queryClient.setQueryData(['shop'], { zones: [{ name: 'All', places: [], methods }] }))

    await userEvent.click(await screen.findByRole('radio', { name: 'Bank transfer' }))

    expect(await choice(/^Post, \$10\.00.*Delivery: 3 to 5 days after your transfer$/)).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Summary' }).textContent).not.toMatch(/Arrives|Delivery:/)
  })

  it('shows and orders the method of delivery that is in the price, at amounts that know of discounts', async () => {
    const days = { steps: [], minDays: null, maxDays: null }
    const methods = [
      { ...days, name: 'Standard', price: 8, freeAbove: 70 },
      { ...days, name: 'Parcel shop', price: 5, freeAbove: null },
    ]
    const priced = {
      ...{
        ...quote,
        subTotal: 64.8,
        shippingAmount: 5,
        adjustments: [{ kind: 'shipping', label: 'Parcel shop', amount: 5 }],
      },
      deliveryMethods: methods.map(({ name, price: amount }) => ({
        ...{ name, amount, minDays: null, maxDays: null },
        ...(name === 'Standard' && { without: ['Spring week'] }),
      })),
    }
    const { callsTo } = stubShop({ ...signedIn, 'POST /quotes': ok(priced), 'POST /orders': ok(order, 201) })
    const { queryClient } = open('/account/checkout')
    act(() => void queryClient.setQueryData(['shop'], { zones: [{ name: 'All', places: [], methods }] }))

    expect(await choice(/^Standard, \$8\.00.*Without “Spring week”$/)).toHaveProperty('checked', false)
    expect(await choice(/^Parcel shop, \$5\.00/)).toHaveProperty('checked', true)
    await pay()

    await waitFor(() => expect(callsTo('POST /orders')[0]?.body).toMatchObject({ deliveryMethod: 'Parcel shop' }))
  })

  it('says why an address cannot be delivered to', async () => {
    stubShop(signedIn)
    const { queryClient } = open('/account/checkout')
    const zones = [{ ...DEFAULT_SHOP.zones[0], places: [{ country: 'DE', state: null }] }]
    act(() => void queryClient.setQueryData(['shop'], { zones }))

    expect(await screen.findByText('We do not deliver to India. Please choose another address.')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pay' }).disabled).toBe(true)
    expect(screen.getByRole('region', { name: 'Summary' }).textContent).not.toMatch(/Free|Total\$/)
  })

  it('orders variants, takes over what a refusal says of each, shows the changes, and orders again (B1)', async () => {
    const [small, large] = [inSize('S', '1'), inSize('L', '2')]
    clearCart()
    addToCart(small, 1)
    addToCart(large, 2)
    chooseAddress(seaView)
    const message = 'Prices or availability have changed. Please review your cart and try again.'
    const line = { product: kurta._id, name: kurta.name, quantity: 1, isActive: true, available: 5 }
    const products = [
      { ...line, variant: small.variant._id, options: { Size: 'S' }, price: 40, savedAmount: 8 },
      { ...line, variant: large.variant._id, options: { Size: 'XL' }, price: 36, savedAmount: 12 },
    ]
    const changed = refused(409, message, { data: { products, currency: 'USD' } })
    const { callsTo } = stubShop({ ...signedIn, 'POST /orders': [changed, ok(order, 201)] })
    open('/account/checkout')
    expect(within(await screen.findByRole('list', { name: 'Products' })).getByText('Size L')).toBeTruthy()

    await pay()

    const note = await screen.findByRole('alert')
    expect(note.textContent).toContain(message)
    expect(note.textContent).toContain(`${kurta.name}, Size S: now $40.00, was $36.00`)
    expect(note.textContent).toContain(`${kurta.name}, Size XL: now Size XL, was Size L`)
    expect(document.activeElement).toBe(note)
    expect(currentCart().items).toMatchObject([{ product: { salePrice: 40 } }, { product: { stock: 5 }, quantity: 2 }])
    expect((await payButton()).textContent).toBe('Pay $212.16')
    expect(replace).not.toHaveBeenCalled()
    await pay()

    await waitFor(() => expect(replace).toHaveBeenCalledOnce())
    const [first, second] = callsTo('POST /orders')
    expect(first?.body).toMatchObject({
      products: [
        { product: kurta._id, variant: small.variant._id, options: { Size: 'S' }, price: 36, quantity: 1 },
        { product: kurta._id, variant: large.variant._id, options: { Size: 'L' }, price: 36, quantity: 2 },
      ],
    })
    expect(second?.body).toMatchObject({ totalAmount: 212.16 })
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
  })

  it('cannot be paid while a product is no longer available (B15, B109)', async () => {
    stubShop({ ...signedIn, [cardsCall(kurta._id)]: ok([]) })
    open('/account/checkout')

    await screen.findByText('This product is no longer available.')

    expect((await payButton()).disabled).toBe(true)
    expect(within(screen.getByRole('list', { name: 'Products' })).getByText('$72.00').className).toContain(
      'line-through',
    )
    expect(
      within(screen.getByRole('region', { name: 'Summary' }))
        .getByText('Shipping')
        .closest('dt')?.nextSibling?.textContent,
    ).toBe('—')
    await userEvent.click(screen.getByRole('button', { name: `Remove ${kurta.name}` }))
    expect(currentCart().items).toEqual([])
  })
})
