import { discountLabel, type Order, orderName, paths } from '@mela/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { ok, refused, stubShop, visit } from '../../../../test/browser.tsx'
import { asha, cardOf, cardsCall, kurta, order, seaView } from '../../../../test/samples.ts'
import { forgetUser, rememberUser } from '../../../lib/current-user.ts'
import { addToCart, currentCart } from '../../../shared/cart/cart.store.ts'
import { writeWords } from '../../../shared/cart/change-cart.ts'
import { chooseForOrder, currentChoices } from '../../../shared/cart/choices.store.ts'
import { currentGuest, noteGuest } from '../../../shared/session/guest.store.ts'
import {
  anyPayButton,
  assign,
  linked,
  open,
  orderCall,
  path,
  payment,
  signedIn,
  startAsCustomer,
} from './order-page-fixtures.tsx'
import { ReceiptPage } from './receipt-page.tsx'

startAsCustomer()

const refund = (amount: number, state: Order['refunds'][number]['state'], day: number): Order['refunds'][number] => ({
  _id: `${day}`.repeat(24),
  amount,
  state,
  createdAt: `2025-03-0${day}T10:00:00.000Z`,
  completedAt: state === 'completed' ? `2025-03-0${day}T11:00:00.000Z` : null,
})

describe('the page of an order', () => {
  const show = (shown: Partial<Order>, more = {}) => {
    stubShop({ ...signedIn, [orderCall]: ok({ ...linked('completed'), ...shown }), ...more })
    return open()
  }
  const money = () => screen.findByRole('region', { name: 'Payment' })

  it('shows each refund with its date and sum under the amount paid', async () => {
    show({
      amountRefunded: 70,
      refunds: [refund(50, 'completed', 5), refund(20, 'completed', 6), refund(9, 'pending', 7)],
    })

    const text = (await money()).textContent
    expect(text).toMatch(/Amount paid\$164\.96/)
    expect(text).toMatch(/Refunded.*2025.*−\$50\.00Refunded.*−\$20\.00Refund on its way.*−\$9\.00/)
    expect(text).toMatch(/Refunded in all\$70\.00/)
    const dates = [...(await money()).querySelectorAll('time')].map(({ dateTime }) => dateTime.slice(0, 10))
    expect(dates).toEqual(['2025-03-05', '2025-03-06', '2025-03-07'])
  })

  it.each([
    ['goods', undefined, 'You can cancel until it is shipped.'],
    ['gift cards', [{ quantity: 1 }], 'You can cancel until it is shipped, unless a gift card of it was used.'],
  ])('of %s says until when it can be cancelled (B19)', async (_, gifts, promise) => {
    show({ products: order.products.map(line => ({ ...line, ...(gifts && { gifts }) })) })

    expect(await screen.findByText(promise)).toBeTruthy()
  })

  it('asks to pay a voucher where the payment is pending, and nothing else', async () => {
    show({ ...linked('pending'), status: 'pending', amountPaid: 0 })

    const notice = await screen.findByText(/^Your order is sent as soon as PayPal has the money/)
    expect(notice.textContent).toMatch(/If you were given a voucher .* pay with it in time; otherwise you need not/)
  })

  it("names the last day for a transfer in the shop's time zone, as its email does", async () => {
    const until = '2025-03-14T20:00:00.000Z'
    show({
      ...linked('pending'),
      payLater: { way: 'transfer', isTest: false, due: 198, received: 0, until, rows: [], reference: 'A1', qr: null },
    })

    expect((await screen.findByText(/It has to arrive by/)).textContent).toMatch(
      /by (Mar 15|15).*, or the order is cancelled/,
    )
  })

  it('asks for no transfer while it is a test', async () => {
    const until = '2025-03-14T20:00:00.000Z'
    show({
      ...linked('pending'),
      status: 'processing',
      payLater: { way: 'transfer', isTest: true, due: 198, received: 0, until, rows: [], reference: 'A1', qr: null },
    })

    await screen.findByText('This is a test: please do not transfer anything.')
    expect(screen.getByText('Thank you. Everything is set aside for you.')).toBeTruthy()
    expect(screen.queryByText(/Please transfer|It has to arrive|has arrived/)).toBeNull()
  })

  it('adds up what went back by the provider and on gift cards', async () => {
    const card = {
      _id: 'c'.repeat(24),
      lastFour: '079B',
      amount: 60,
      amountRefunded: 60,
      expiresAt: null,
      refusal: null,
    }
    show({ amountRefunded: 70, refunds: [refund(70, 'completed', 5)], giftCards: [card] })

    expect((await money()).textContent).toMatch(/−\$70\.00Back on gift card •••• 079B−\$60\.00Refunded in all\$130\.00/)
  })

  it('B147 keeps nothing in the browser of what a guest typed, once it is confirmed, also before it is paid', async () => {
    forgetUser()
    noteGuest({ email: 'meera@example.com', address: seaView, order: order._id })

    show({ ...linked('pending'), status: 'processing' })

    await money()
    expect(currentGuest()).toEqual({ email: '', address: null, order: order._id })
  })

  it.each([
    ['processing', linked('completed'), 'If it is wrong, contact us, or cancel the order and order again.'],
    ['shipped', { ...linked('completed'), status: 'shipped' }, 'If it is wrong, contact us.'],
  ] as const)('B147 says where its emails go, and what to do about a wrong address: %s', async (_, given, advice) => {
    forgetUser()
    noteGuest({ order: order._id })
    show({ ...given, guestEmail: 'meera@exmaple.com' })

    const address = await screen.findByText('meera@exmaple.com')
    expect(address.closest('p')?.textContent).toBe(`Emails about your order go to meera@exmaple.com. ${advice}`)
    expect(screen.getByRole('link', { name: 'contact us' }).getAttribute('href')).toBe('/contact')
  })

  it('leads to an email to the shop while it is closed and shows no contact page', async () => {
    forgetUser()
    noteGuest({ order: order._id })
    const { queryClient } = show({ guestEmail: 'meera@exmaple.com' })
    act(() => void queryClient.setQueryData(['shop'], { isBare: true, email: 'help@shop.example' }))

    const link = await screen.findByRole('link', { name: 'contact us' })
    expect(link.getAttribute('href')).toBe('mailto:help@shop.example')
  })

  it('B147 says it to a guest who has just paid, too', async () => {
    forgetUser()
    noteGuest({ order: order._id })
    const paid = { ...linked('completed'), guestEmail: 'meera@exmaple.com' }
    stubShop({ ...signedIn, [orderCall]: ok(paid) })
    open('?token=T1&PayerID=P1')

    await screen.findByRole('heading', { level: 1, name: 'Thank you, Asha' })
    expect(screen.getByText('meera@exmaple.com')).toBeTruthy()
  })

  it('B147 leaves alone what a guest has typed for the next cart, whose checkout is open in another tab', async () => {
    forgetUser()
    addToCart(kurta, 1)
    const typed = { email: 'meera@example.com', address: seaView, order: order._id }
    noteGuest(typed)

    show(linked('completed'))

    await money()
    expect(currentGuest()).toEqual(typed)
  })

  it.each([
    ['paid', {}],
    ['unpaid', { status: 'pending', payment: null, amountPaid: 0 }],
  ] as const)('B147 has a guest’s data, and is closed by them on a shared device: %s', async (_, given) => {
    forgetUser()
    noteGuest({ order: order._id })
    addToCart(kurta, 1, { email: 'anna@example.com', message: 'Happy birthday' })
    writeWords({ note: 'Ring twice', giftText: 'For you' })
    const { at } = show(given, { 'POST /auth/logout': ok(null) })

    const data = await screen.findByRole('link', { name: 'Download what the shop keeps of you' })
    expect(data.getAttribute('href')).toBe('/api/users/current-user/data')
    await userEvent.click(await screen.findByRole('button', { name: 'Close this order on a shared device' }))

    await waitFor(() => expect(at()).toBe('/auth/login'))
    await waitFor(() => expect(currentGuest()).toBeNull())
    expect(currentCart()).toMatchObject({ items: [{ quantity: 1 }], note: '', giftText: '' })
    expect(currentCart().items[0]).not.toHaveProperty('gift')
  })

  it('B147 of a guest is not shown to the account that logs in in another tab', async () => {
    forgetUser()
    noteGuest({ order: order._id })
    show({}, { [orderCall]: [ok(linked('completed')), refused(404)] })
    await screen.findByRole('region', { name: 'Shipping address' })

    act(() => rememberUser(asha))

    await waitFor(() => expect(screen.queryByRole('region', { name: 'Shipping address' })).toBeNull())
  })

  it('is in the frame of the shop, with its steps, address and receipt', async () => {
    show({ status: 'shipped', history: [...order.history, { status: 'shipped', at: order.createdAt }] })

    const steps = within(await screen.findByRole('region', { name: 'Progress' })).getAllByRole('listitem')
    expect(steps.map(step => step.textContent?.replace(/\).*/, ')'))).toEqual([
      'Placed (done)',
      'Paid (done)',
      'Shipped (now)',
      'Delivered (not yet)',
    ])
    expect(screen.getByRole('contentinfo')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Receipt' }).getAttribute('href')).toBe(`${path}/receipt`)
    expect(screen.getByRole('region', { name: 'Shipping address' }).textContent).toContain('Sea View')
    expect(screen.queryByRole('navigation', { name: 'Checkout steps' })).toBeNull()
  })

  it.each([
    ['shows the amount still due of a cancelled order', { ...payment, disputed: false }, /We owe you \$164\.96/, false],
    ['promises no money while PayPal decides', { ...payment, disputed: true }, /No money goes back now/, true],
  ])('%s', async (_, given, text, isContested) => {
    show({ status: 'cancelled', payment: given, refunds: [refund(164.96, 'failed', 5)] })

    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.queryByText('This payment was contested') !== null).toBe(isContested)
    expect((await money()).textContent).not.toContain('Refund')
  })

  it('asks for no payment of a cancelled order that a gift card paid in part', async () => {
    const payment = { payment: null, amountPaid: 0, giftCardAmount: 100, amountToPay: 64.96 }
    show({ status: 'cancelled', ...payment })

    const amounts = (await money()).textContent
    expect(amounts).toContain('Total$164.96')
    expect(amounts).not.toContain('to pay')
  })

  it('asks for no payment that waits for the bank, also beside a gift card', async () => {
    show({ ...linked('pending'), amountPaid: 0, giftCardAmount: 100, amountToPay: 64.96 })

    expect((await money()).textContent).toContain('Payment pending$64.96')
  })

  it('calls the sum of a cancelled order so while a part of it waits for the bank', async () => {
    show({ ...linked('pending'), status: 'cancelled', amountPaid: 0, giftCardAmount: 100, amountToPay: 64.96 })

    expect((await money()).textContent).toContain('Total$164.96')
  })

  it('has a receipt that names the order as its page does, and what was chosen with its SKU', async () => {
    const products = order.products.map(line => ({ ...line, sku: 'KU-M', options: { Size: 'M', Colour: 'Indigo' } }))
    stubShop({ ...signedIn, [orderCall]: ok({ ...linked('completed'), products }) })
    visit(paths.receipt(order._id), [{ path: paths.receipt(':orderId'), Component: ReceiptPage }])

    const table = await screen.findByRole('table', { name: 'What was bought' })
    expect(within(table).getByText('Size M · Indigo · SKU KU-M')).toBeTruthy()
    expect(screen.getByText('Order').nextElementSibling?.textContent).toBe(orderName(order))
    expect(document.body.textContent).not.toContain(order._id)
    expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual(['Receipt'])
  })

  it.each([
    ['paypal', /^\$164\.96 USD, /],
    ['transfer', /^\$164\.96 USD$/],
  ] as const)(
    'has a receipt that dates a payment by %s at the order only if it was paid then',
    async (gateway, text) => {
      const paid = linked('completed')
      const payment = { ...paid.payment, paymentGateway: gateway }
      const history = [{ status: 'processing', at: '2025-03-01T10:00:00.000Z' }] as const
      stubShop({ ...signedIn, [orderCall]: ok({ ...paid, payment, history }) })
      visit(paths.receipt(order._id), [{ path: paths.receipt(':orderId'), Component: ReceiptPage }])

      expect((await screen.findByText('Amount paid')).nextElementSibling?.textContent).toMatch(text)
    },
  )

  it('puts lines that can be bought again into the cart and opens it in a new document', async () => {
    show({}, { [cardsCall(kurta._id)]: ok([cardOf(kurta)]) })

    const button = await screen.findByRole('button', { name: 'Buy again' })
    await userEvent.click(button)
    await new Promise(resolve => setTimeout(resolve, 50))
    await userEvent.click(button)

    await waitFor(() => expect(assign).toHaveBeenCalledWith('/cart'))
    expect(currentCart().items).toMatchObject([{ product: { _id: kurta._id }, quantity: 2 }])
  })

  it.each([
    ['cancelled', ['SUMMER-10']],
    ['delivered', undefined],
  ] as const)('brings the codes of a %s order back only where they were given back: %j', async (status, codes) => {
    const discount = { line: 0, source: `discount:${'9'.repeat(24)}`, percent: null, taxable: null, amount: -7 }
    const adjustments = [
      { ...discount, kind: 'order-discount', label: discountLabel('Summer (all)', 'SUMMER-10') },
      { ...discount, kind: 'order-discount', label: discountLabel('Two for one (kurtas only)', null) },
      { ...discount, kind: 'tax', label: 'Tax (GST)', source: 'Reduced' },
    ] as const
    show({ status, adjustments: [...adjustments] }, { [cardsCall(kurta._id)]: ok([cardOf(kurta)]) })

    await userEvent.click(await screen.findByRole('button', { name: 'Buy again' }))

    await waitFor(() => expect(assign).toHaveBeenCalledWith('/cart'))
    expect(currentChoices().codes).toEqual(codes)
  })

  it.each([
    ['who is billed', {}, { company: 'Roth GmbH', taxNumber: 'DE136695976', billingAddress: seaView }],
    ['nobody else to bill', { company: 'Mine' }, { company: 'Mine', taxNumber: undefined, billingAddress: undefined }],
  ])('brings back of a cancelled order how it goes, what was written and %s', async (_, typed, billing) => {
    const billed = { company: 'Roth GmbH', taxNumber: 'DE136695976', billingAddress: seaView }
    const adjustments = [{ ...order.adjustments[0], kind: 'shipping', label: 'Express' }] as never
    const words = { note: 'Ring twice', giftText: 'For you' }
    chooseForOrder(typed)
    writeWords({ note: 'Typed now' })
    show({ status: 'cancelled', adjustments, ...billed, ...words }, { [cardsCall(kurta._id)]: ok([cardOf(kurta)]) })

    await userEvent.click(await screen.findByRole('button', { name: 'Buy again' }))

    await waitFor(() => expect(assign).toHaveBeenCalledWith('/cart'))
    const { company, taxNumber, billingAddress, deliveryMethod } = currentChoices()
    expect(deliveryMethod).toBe('Express')
    expect({ company, taxNumber, billingAddress }).toEqual(billing)
    expect(currentCart()).toMatchObject({ note: 'Typed now', giftText: 'For you' })
  })
})

describe('cancelling an order', () => {
  const cancelCall = `PATCH /orders/${order._id}/cancel?from=pending`
  const question = () => screen.findByRole('dialog', { name: 'Cancel this order?' })

  it('cancels a pending order once its customer is sure (B19)', async () => {
    const cancelled = { ...order, status: 'cancelled', expiresAt: null }
    const { callsTo } = stubShop({
      ...signedIn,
      [orderCall]: [ok(order), ok(cancelled)],
      [cancelCall]: ok(cancelled),
    })
    open()

    expect(await screen.findByText(/To pay in a way that is not above, cancel and press 'Buy again'/)).toBeTruthy()
    expect((await screen.findByText(/Kept for you until/)).querySelector('time')?.dateTime).toBe(order.expiresAt)
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel order' }))
    await userEvent.click(within(await question()).getByRole('button', { name: 'Keep order' }))
    expect(callsTo(cancelCall)).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Cancel order' }))
    await userEvent.click(within(await question()).getByRole('button', { name: 'Cancel order' }))

    expect(await screen.findByText('This order was cancelled. There is nothing to pay.')).toBeTruthy()
    expect(callsTo(cancelCall)).toHaveLength(1)
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: /^Order/ }))
    expect(anyPayButton()).toBeNull()
    expect(screen.getByRole('button', { name: 'Buy again' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull()
    expect(screen.queryByText(/Kept for you until/)).toBeNull()
  })

  it('says that codes of gift cards are to be entered again to pay another way', async () => {
    const card = {
      _id: 'c'.repeat(24),
      lastFour: '079B',
      amount: 60,
      amountRefunded: 0,
      expiresAt: null,
      refusal: null,
    }
    stubShop({ ...signedIn, [orderCall]: ok({ ...order, giftCards: [card] }) })
    open()

    expect(await screen.findByText('Then enter the codes of your gift cards again.')).toBeTruthy()
  })

  it('names the refund of a paid order, and why it cannot be cancelled (B19)', async () => {
    const message = 'This order can no longer be cancelled.'
    stubShop({
      ...signedIn,
      [orderCall]: [ok(linked('completed')), ok({ ...linked('completed'), status: 'shipped' })],
      [cancelCall.replace('pending', 'processing')]: refused(409, message),
    })
    open()

    await userEvent.click(await screen.findByRole('button', { name: 'Cancel order' }))
    expect((await question()).textContent).toContain('$164.96 goes back the way it came')
    await userEvent.click(within(await question()).getByRole('button', { name: 'Cancel order' }))

    expect((await screen.findByRole('alert')).textContent).toContain(message)
    expect(await screen.findByText('shipped')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull()
  })
})
