// @vitest-environment jsdom
import type { Order } from '@mela/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leaveShop, ok, refused, stubShop, visit } from '../../../test/browser.tsx'
import { asha, order } from '../../../test/samples.ts'
import { rememberUser } from '../../lib/current-user.ts'
import { CheckoutLayout } from './checkout-layout.tsx'
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
  status: status === 'completed' ? 'processing' : 'pending',
  payment: { ...payment, status, disputed: false },
})

const signedIn = {
  'GET /users/current-user': ok(asha),
  'GET /payments/paypal': ok({ clientId: 'TEST-client', mode: 'test', emulatorUrl }),
  [`GET /payments/paypal/orders/${order._id}`]: ok({ transactionId: null }),
  'POST /payments/paypal/orders': ok({ orderId: providerOrder, approveUrl: `${emulatorUrl}/checkoutnow` }, 201),
}

/** The window that the test SDK opens, as much of it as counts. */
const popup = { closed: false, location: { href: '' }, close: vi.fn() }
const assign = vi.fn()

beforeEach(() => {
  rememberUser(asha)
  Object.assign(popup, { closed: false, location: { href: '' } })
  vi.stubGlobal(
    'open',
    vi.fn(() => popup),
  )
  // jsdom has no modal dialogs.
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
    { path: '/account', Component: CheckoutLayout, children: [{ path: 'pay/:orderId', Component: PayPage }] },
    { path: '*', element: <h1>Elsewhere</h1> },
  ])

const payButton = () => screen.findByRole('button', { name: 'Pay with TEST PayPal – no real money' })
const anyPayButton = () => document.querySelector('paypal-button')

/** The buyer presses the button and the emulator's window opens. */
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
  it('shows the order, what is to pay, and a button that says it is a test (T121, T122, T124, T128)', async () => {
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

  it('settles what the buyer approved: toast, amount paid, no buttons (T123, T124, T125)', async () => {
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
    expect(callsTo('POST /payments/paypal/orders')[0]?.body).toEqual({ order: order._id })
    expect(callsTo('POST /payments').map(({ body }) => body)).toEqual([
      { order: order._id, transactionId: providerOrder, paymentGateway: 'paypal' },
    ])
    expect(at()).toBe(path)
  })

  it('believes nobody but the emulator, and of this order only', async () => {
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
    expect(screen.getByText('Amount to pay')).toBeTruthy()
  })

  it('asks what became of a pending payment when it opens (B38)', async () => {
    const { callsTo } = stubShop({
      ...signedIn,
      [orderCall]: [ok(linked('pending')), ok(linked('completed'))],
      'POST /payments': ok(payment),
    })
    open()

    expect(await screen.findByText('Amount paid')).toBeTruthy()
    expect(callsTo('POST /payments')[0]?.body).toMatchObject({ transactionId: 'CAPTURE1' })
  })

  it('repeats a settlement whose answer was lost (B42)', { timeout: 10_000 }, async () => {
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

  it('asks on, without buttons, when nobody knows how it ended', { timeout: 10_000 }, async () => {
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

  it('settles what was approved on another page when it opens with a token (B42)', async () => {
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

  it('settles what was approved before the browser died, also without a token', async () => {
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

  it('changes nothing when the buyer cancels', async () => {
    const { callsTo } = stubShop({ ...signedIn, [orderCall]: ok(order) })
    open()

    await startPaying()
    await answer('cancel')

    expect(callsTo('POST /payments')).toEqual([])
    expect(await payButton()).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
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
    expect(document.activeElement?.contains(screen.getByRole('region', { name: 'Payment' }))).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
    expect(anyPayButton()).toBeNull()
    expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull()
    expect(screen.queryByText(/Kept for you until/)).toBeNull()
  })

  it('says where the money of a paid order goes, and what keeps it from being cancelled (B19)', async () => {
    const message = 'This order can no longer be cancelled.'
    stubShop({
      ...signedIn,
      [orderCall]: [ok(linked('completed')), ok({ ...linked('completed'), status: 'shipped' })],
      [cancelCall]: refused(409, message),
    })
    open()

    await userEvent.click(await screen.findByRole('button', { name: 'Cancel order' }))
    expect((await question()).textContent).toContain('the $164.96 you paid go back the way they came')
    await userEvent.click(within(await question()).getByRole('button', { name: 'Cancel order' }))

    expect((await screen.findByRole('alert')).textContent).toContain(message)
    expect(await screen.findByText('shipped')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull()
  })

  it('finds an order that has expired meanwhile as it is (B20)', async () => {
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

  it('promises the money of a cancelled order back (B19)', async () => {
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

  it('tells nothing of somebody else’s order (B41)', async () => {
    stubShop({ ...signedIn, [orderCall]: refused(404, 'Order not found.') })
    open()

    expect(await screen.findByText(failure)).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/\$|Amount/)
  })
})
