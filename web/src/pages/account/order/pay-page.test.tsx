// @vitest-environment jsdom
import type { Order } from '@mela/contract'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leaveShop, ok, refused, stubShop, visit } from '../../../../test/browser.tsx'
import { asha, kurta, order } from '../../../../test/samples.ts'
import { currentCart } from '../../../features/shop/cart/cart.store.ts'
import { rememberUser } from '../../../lib/current-user.ts'
import { PayPage } from './pay-page.tsx'

const emulatorUrl = 'http://127.0.0.1:4010'
const providerOrder = '5O190127TN364715T'
const orderCall = `GET /orders/current-user/${order._id}`
const path = `/account/pay/${order._id}`
const failure = 'Something went wrong, please try again later...'

const payment = {
  _id: 'f'.repeat(24),
  user: asha._id,
  order: order._id,
  status: 'completed',
  transactionId: 'CAPTURE1',
  amount: order.totalAmount,
  paymentGateway: 'paypal',
  update_time: order.createdAt,
  email_address: null,
} as const
const linked = (status: 'completed' | 'pending'): Order => ({
  ...order,
  amountPaid: status === 'completed' ? order.totalAmount : 0,
  status: status === 'completed' ? 'processing' : 'pending',
  payment: { ...payment, status, disputed: false },
})

const signedIn = {
  'GET /users/current-user': ok(asha),
  'GET /categories': ok([]),
  'GET /payments/paypal': ok({ clientId: 'TEST-client', mode: 'test', emulatorUrl }),
  [`GET /payments/paypal/orders/${order._id}`]: ok({ transactionId: null }),
  'POST /payments/paypal/orders': ok({ orderId: providerOrder, approveUrl: `${emulatorUrl}/checkoutnow` }, 201),
}

/** The properties of the test SDK's popup that the page uses. */
const popup = { closed: false, location: { href: '' }, close: vi.fn() }
const assign = vi.fn()

beforeEach(() => {
  rememberUser(asha)
  Object.assign(popup, { closed: false, location: { href: '' } })
  vi.stubGlobal(
    'open',
    vi.fn(() => popup),
  )
  vi.stubGlobal('scrollTo', vi.fn())
  // jsdom has no modal dialogs and no popovers.
  HTMLElement.prototype.hidePopover = () => {}
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
  vi.stubGlobal('location', { ...location, assign, search: '' })
})
afterEach(() => {
  vi.clearAllMocks()
  leaveShop()
})

const open = (search = '') =>
  visit(path + search, [
    { path: '/account/pay/:orderId', Component: PayPage },
    { path: '*', element: <h1>Elsewhere</h1> },
  ])

const payButton = () => screen.findByRole('button', { name: 'Pay with TEST PayPal – no real money' })
const anyPayButton = () => document.querySelector('paypal-button')

/** The buyer presses the button and the emulator's popup opens. */
async function startPaying() {
  await userEvent.click(await payButton())
  await waitFor(() => expect(popup.location.href).not.toBe(''))
}

function answer(result: 'approve' | 'cancel', { origin = emulatorUrl, orderId = providerOrder } = {}) {
  const data = { type: 'paypal-emulator', result, orderId, payerId: 'PAYER1' }
  return act(async () => void dispatchEvent(new MessageEvent('message', { origin, data })))
}

async function approve() {
  await startPaying()
  await answer('approve')
}

describe('the pay page', () => {
  it('shows the order, the amount, and a button marked as a test (T121, T122, T124, T128)', async () => {
    stubShop({ ...signedIn, [orderCall]: ok(order) })
    open()

    expect(await screen.findByText('Amount to pay')).toBeTruthy()
    expect(screen.getByText('USD')).toBeTruthy()
    expect(screen.getAllByText(/^\$164\.96/)).toHaveLength(2)
    expect(screen.getByText('Anaar block-print kurta')).toBeTruthy()
    expect(screen.getByText('Sea View, flat 14')).toBeTruthy()
    for (const amount of ['$96.00', '−$24.00', '$80.00', '$12.96']) expect(screen.getByText(amount)).toBeTruthy()
    await payButton()
    expect(screen.getByText('TEST')).toBeTruthy()
  })

  it('starts the provider with the client id of the shop and loads no script in test mode (T129, B40)', async () => {
    stubShop({ ...signedIn, [orderCall]: ok(order) })
    open()
    await payButton()

    const sdk = Reflect.get(window, 'paypalTestMode')
    expect(sdk.version).toMatch(/^6/)
    expect(document.querySelectorAll('script')).toHaveLength(0)
  })

  it('reconciles an approved payment: toast, amount paid, no buttons (T123, T124, T125)', async () => {
    const { callsTo } = stubShop({
      ...signedIn,
      [orderCall]: [ok(order), ok(linked('completed'))],
      'POST /payments': ok(payment, 201),
    })
    const { at } = open()

    await approve()

    expect((await screen.findByRole('status')).textContent).toContain('Order paid successfully.')
    expect(await screen.findByText('Amount paid')).toBeTruthy()
    expect(anyPayButton()).toBeNull()
    expect(screen.getByText('processing')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Thank you, Asha' }))
    expect(callsTo('POST /payments/paypal/orders')[0]?.body).toEqual({ order: order._id })
    expect(callsTo('POST /payments').map(({ body }) => body)).toEqual([
      { order: order._id, transactionId: providerOrder, paymentGateway: 'paypal' },
    ])
    expect(at()).toBe(path)
  })

  it('accepts messages of the emulator only, and of this order only', async () => {
    const { callsTo } = stubShop({ ...signedIn, [orderCall]: ok(order) })
    open()
    await startPaying()

    await answer('approve', { origin: 'http://evil.test' })
    await answer('approve', { orderId: 'ANOTHER' })

    expect(callsTo('POST /payments')).toEqual([])
  })

  it('keeps its buttons when the payment was declined (T126, B37)', async () => {
    stubShop({ ...signedIn, [orderCall]: ok(order), 'POST /payments': ok({ ...payment, status: 'failed' }, 201) })
    open()

    await approve()

    expect((await screen.findByRole('alert')).textContent).toContain(failure)
    expect(await screen.findByText('Choose another way to pay')).toBeTruthy()
    expect(screen.getByText(/declined, and nothing was charged/)).toBeTruthy()
    expect(await payButton()).toBeTruthy()
  })

  it('says that a payment is pending at PayPal and offers no second one (T123)', async () => {
    stubShop({
      ...signedIn,
      [orderCall]: [ok(order), ok(linked('pending'))],
      'POST /payments': ok({ ...payment, status: 'pending' }, 201),
    })
    open()

    await approve()

    expect(await screen.findByText('Payment pending at PayPal')).toBeTruthy()
    expect(anyPayButton()).toBeNull()
    expect(screen.getByText('Payment pending')).toBeTruthy()
  })

  it('asks for the outcome of a pending payment when it opens (B38)', async () => {
    const { callsTo } = stubShop({
      ...signedIn,
      [orderCall]: [ok(linked('pending')), ok(linked('completed'))],
      'POST /payments': ok(payment),
    })
    open()

    expect(await screen.findByText('Amount paid')).toBeTruthy()
    expect(callsTo('POST /payments')[0]?.body).toMatchObject({ transactionId: 'CAPTURE1' })
  })

  it('repeats a reconciliation whose answer was lost (B42)', { timeout: 10_000 }, async () => {
    const { callsTo } = stubShop({
      ...signedIn,
      [orderCall]: [ok(order), ok(linked('completed'))],
      'POST /payments': ['unreachable', 'unreachable', ok(payment)],
    })
    open()

    await approve()

    expect(await screen.findByText('Amount paid', undefined, { timeout: 5000 })).toBeTruthy()
    expect(callsTo('POST /payments')).toHaveLength(3)
  })

  it('keeps asking, without buttons, while the outcome is unknown', { timeout: 10_000 }, async () => {
    stubShop({
      ...signedIn,
      [orderCall]: [ok(order), ok(order), ok(linked('completed'))],
      'POST /payments': refused(503, 'The payment provider does not answer.'),
    })
    const { at } = open()

    await approve()

    expect(await screen.findByText('We are confirming your payment')).toBeTruthy()
    expect(anyPayButton()).toBeNull()
    expect(at()).toBe(`${path}?token=${providerOrder}`)
    expect(await screen.findByText('Amount paid', undefined, { timeout: 5000 })).toBeTruthy()
    expect((await screen.findByRole('status')).textContent).toContain('Order paid successfully.')
  })

  it('reconciles again at once when the network is back', { timeout: 10_000 }, async () => {
    const { callsTo } = stubShop({
      ...signedIn,
      [orderCall]: ok(order),
      'POST /payments': ['unreachable', 'unreachable', 'unreachable', ok(payment)],
    })
    const { at } = open()
    await approve()
    await waitFor(() => expect(callsTo('POST /payments')).toHaveLength(3))

    await waitFor(() => {
      act(() => void dispatchEvent(new Event('online')))
      expect(at()).toBe(path)
    })
    expect(callsTo('POST /payments')).toHaveLength(4)
  })

  it('reconciles a payment approved on another page when it opens with a token (B42)', async () => {
    const { callsTo } = stubShop({
      ...signedIn,
      [orderCall]: [ok(order), ok(linked('completed'))],
      'POST /payments': ok(payment, 201),
    })
    const { at } = open(`?token=${providerOrder}&PayerID=PAYER1`)

    expect(await screen.findByText('Amount paid')).toBeTruthy()
    expect(callsTo('POST /payments')[0]?.body).toMatchObject({ transactionId: providerOrder })
    await waitFor(() => expect(at()).toBe(path))
  })

  it('reconciles a payment approved before the browser crashed, also without a token', async () => {
    const { callsTo } = stubShop({
      ...signedIn,
      [orderCall]: [ok(order), ok(linked('completed'))],
      [`GET /payments/paypal/orders/${order._id}`]: ok({ transactionId: providerOrder }),
      'POST /payments': ok(payment, 201),
    })
    open()

    expect(await screen.findByText('Amount paid')).toBeTruthy()
    expect(callsTo('POST /payments')[0]?.body).toMatchObject({ transactionId: providerOrder })
  })

  it('shows its buttons again after a return from a cancelled payment', async () => {
    stubShop({ ...signedIn, [orderCall]: ok(order), 'POST /payments': ok({ ...payment, status: 'pending' }, 201) })
    const { at } = open(`?token=${providerOrder}`)

    await payButton()

    await waitFor(() => expect(at()).toBe(path))
    expect(await screen.findByText('You left PayPal before paying')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('closes the window and says so when the payment cannot start (T126)', async () => {
    const message = 'This order can no longer be paid.'
    stubShop({ ...signedIn, [orderCall]: ok(order), 'POST /payments/paypal/orders': refused(409, message) })
    open()

    await userEvent.click(await payButton())

    expect((await screen.findByRole('alert')).textContent).toContain(message)
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect(popup.close).toHaveBeenCalled()
  })

  it('says that nothing was charged when the buyer cancels, and changes nothing', async () => {
    const { callsTo } = stubShop({ ...signedIn, [orderCall]: ok(order) })
    open()

    await startPaying()
    await answer('cancel')

    expect(await screen.findByText('You left PayPal before paying')).toBeTruthy()
    expect(screen.getByText(/^Nothing was charged/)).toBeTruthy()
    expect(callsTo('POST /payments')).toEqual([])
    expect(await payButton()).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('shows an order paid in another tab when its own window is closed, and not that nothing was charged', async () => {
    stubShop({ ...signedIn, [orderCall]: [ok(order), ok(linked('completed'))] })
    open()

    await startPaying()
    await answer('cancel')

    expect(await screen.findByText('Amount paid')).toBeTruthy()
    expect(screen.queryByText(/^Nothing was charged/)).toBeNull()
    expect(anyPayButton()).toBeNull()
  })

  it('reconciles a payment whose window was closed after the buyer had approved', async () => {
    const { callsTo } = stubShop({
      ...signedIn,
      [orderCall]: [ok(order), ok(linked('completed'))],
      [`GET /payments/paypal/orders/${order._id}`]: [ok({ transactionId: null }), ok({ transactionId: providerOrder })],
      'POST /payments': ok(payment, 201),
    })
    open()

    await startPaying()
    await answer('cancel')

    expect(await screen.findByText('Amount paid')).toBeTruthy()
    expect(callsTo('POST /payments')).toHaveLength(1)
  })

  it('does not say that nothing was charged when the server does not know', async () => {
    stubShop({
      ...signedIn,
      [orderCall]: ok(order),
      [`GET /payments/paypal/orders/${order._id}`]: [ok({ transactionId: null }), 'unreachable'],
    })
    open()

    await startPaying()
    await answer('cancel')

    expect(await screen.findByText('The payment did not go through')).toBeTruthy()
    expect(screen.queryByText(/^Nothing was charged/)).toBeNull()
  })

  it('says that a payment which PayPal has closed charged nothing, and offers another', async () => {
    const message = 'This payment is not known to the payment provider.'
    stubShop({ ...signedIn, [orderCall]: ok(order), 'POST /payments': refused(409, message) })
    open()

    await approve()

    expect((await screen.findByRole('alert')).textContent).toContain(message)
    expect(await screen.findByText('This payment was closed before it was finished')).toBeTruthy()
    expect(await payButton()).toBeTruthy()
  })

  it('goes to the provider in this window where popups are blocked', async () => {
    vi.stubGlobal('open', () => null)
    stubShop({ ...signedIn, [orderCall]: ok(order) })
    open()

    await userEvent.click(await payButton())

    await waitFor(() => expect(assign).toHaveBeenCalledWith(`${emulatorUrl}/checkoutnow?token=${providerOrder}`))
  })

  const cancelCall = `PATCH /orders/${order._id}/cancel`
  const question = () => screen.findByRole('dialog', { name: 'Cancel this order?' })

  it('cancels a pending order once its customer is sure (B19)', async () => {
    const cancelled = { ...order, status: 'cancelled', expiresAt: null }
    const { callsTo } = stubShop({
      ...signedIn,
      [orderCall]: [ok(order), ok(cancelled)],
      [cancelCall]: ok(cancelled),
    })
    open()

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
    expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull()
    expect(screen.queryByText(/Kept for you until/)).toBeNull()
  })

  it('names the refund of a paid order, and why it cannot be cancelled (B19)', async () => {
    const message = 'This order can no longer be cancelled.'
    stubShop({
      ...signedIn,
      [orderCall]: [ok(linked('completed')), ok({ ...linked('completed'), status: 'shipped' })],
      [cancelCall]: refused(409, message),
    })
    open()

    await userEvent.click(await screen.findByRole('button', { name: 'Cancel order' }))
    expect((await question()).textContent).toContain('$164.96 goes back the way it came')
    await userEvent.click(within(await question()).getByRole('button', { name: 'Cancel order' }))

    expect((await screen.findByRole('alert')).textContent).toContain(message)
    expect(await screen.findByText('shipped')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull()
  })

  it('shows an order that has expired meanwhile (B20)', async () => {
    stubShop({
      ...signedIn,
      [orderCall]: [ok(order), ok({ ...order, status: 'cancelled', expiresAt: null, isExpired: true })],
      'POST /payments/paypal/orders': refused(409, 'This order can no longer be paid.'),
    })
    open()

    await userEvent.click(await payButton())

    expect(await screen.findByText(/This order was not paid in time, so it was cancelled/)).toBeTruthy()
    expect(anyPayButton()).toBeNull()
  })

  it('promises the refund of a cancelled order (B19)', async () => {
    stubShop({ ...signedIn, [orderCall]: ok({ ...linked('completed'), status: 'cancelled' }) })
    open()

    expect(await screen.findByText('This order was cancelled. Your money goes back the way it came.')).toBeTruthy()
    expect(screen.getByText('Amount paid')).toBeTruthy()
  })

  it.each([
    ['cancelled', 'This order was cancelled. There is nothing to pay.'],
    ['refunded', 'This order was refunded.'],
  ] as const)('offers no payment for an order that is %s (B41)', async (status, text) => {
    stubShop({ ...signedIn, [orderCall]: ok({ ...order, status }) })
    open()

    expect(await screen.findByText(text)).toBeTruthy()
    expect(anyPayButton()).toBeNull()
  })

  it('shows nothing of another customer’s order, and links to the own ones (B41)', async () => {
    stubShop({ ...signedIn, [orderCall]: refused(404, 'Order not found.') })
    open()

    expect(await screen.findByText(failure)).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Order' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Your orders' })).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/\$|Amount/)
  })

  it('thanks once: the next visit shows the order’s page', async () => {
    stubShop({ ...signedIn, [orderCall]: [ok(order), ok(linked('completed'))], 'POST /payments': ok(payment, 201) })
    open()
    await approve()
    expect(await screen.findByRole('heading', { level: 1, name: 'Thank you, Asha' })).toBeTruthy()

    cleanup()
    open()

    expect(await screen.findByRole('heading', { level: 1, name: `Order ${'D'.repeat(8)}` })).toBeTruthy()
    expect(screen.queryByText(/Thank you/)).toBeNull()
  })

  it('thanks a buyer once who returns to an order that a webhook has already paid', async () => {
    sessionStorage.setItem('mela.paying', order._id)
    stubShop({ ...signedIn, [orderCall]: ok(linked('completed')) })
    open(`?token=${providerOrder}&PayerID=PAYER1`)

    expect(await screen.findByRole('heading', { level: 1, name: 'Thank you, Asha' })).toBeTruthy()
    expect((await screen.findByRole('status')).textContent).toContain('Order paid successfully.')
    expect(sessionStorage.getItem('mela.paying')).toBeNull()
  })

  it('does not thank on a later visit, with any query in the address', async () => {
    stubShop({ ...signedIn, [orderCall]: ok(linked('completed')) })
    const { at } = open(`?token=${providerOrder}&PayerID=PAYER1`)

    expect(await screen.findByRole('heading', { level: 1, name: /^Order/ })).toBeTruthy()
    await waitFor(() => expect(at()).toBe(path))
    expect(screen.queryByText(/Thank you/)).toBeNull()
  })
})

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

  it('names the remaining refund when a partly refunded order is cancelled', async () => {
    show({ amountRefunded: 64.97, refunds: [refund(64.97, 'completed', 5)] })

    await userEvent.click(await screen.findByRole('button', { name: 'Cancel order' }))

    const dialog = await screen.findByRole('dialog', { name: 'Cancel this order?' })
    expect(dialog.textContent).toContain('$99.99 goes back the way it came')
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

  it('shows the amount still due of a cancelled order', async () => {
    show({ status: 'cancelled', refunds: [refund(164.96, 'failed', 5)] })

    expect(await screen.findByText(/We owe you \$164\.96/)).toBeTruthy()
    expect(screen.queryByText('This payment was contested')).toBeNull()
    expect((await money()).textContent).not.toContain('Refund')
  })

  it('says that a payment was contested, and promises no money while PayPal decides', async () => {
    const contested = { ...payment, disputed: true }
    show({ status: 'cancelled', payment: contested, refunds: [refund(164.96, 'failed', 5)] })

    expect(await screen.findByText('This payment was contested')).toBeTruthy()
    expect(screen.getByText(/No money goes back now/)).toBeTruthy()
    expect(screen.queryByText(/We owe you/)).toBeNull()
  })

  it('no longer calls a payment contested when all of it is refunded', async () => {
    const contested = { ...payment, disputed: true }
    show({ status: 'cancelled', payment: contested, amountRefunded: 164.96 })

    expect(await screen.findByText(/Your money was given back/)).toBeTruthy()
    expect(screen.queryByText('This payment was contested')).toBeNull()
  })

  it('has no receipt where nothing was paid', async () => {
    show({ status: 'cancelled', payment: null, amountPaid: 0, isExpired: true })

    expect(await screen.findByRole('button', { name: 'Buy again' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Receipt' })).toBeNull()
  })

  it('puts lines that can be bought again into the cart and opens it in a new document', async () => {
    show({}, { [`GET /products/cards?ids=${kurta._id}`]: ok([kurta]) })

    await userEvent.click(await screen.findByRole('button', { name: 'Buy again' }))

    await waitFor(() => expect(assign).toHaveBeenCalledWith('/cart'))
    expect(currentCart().items).toMatchObject([{ product: { _id: kurta._id }, quantity: 2 }])
  })
})
