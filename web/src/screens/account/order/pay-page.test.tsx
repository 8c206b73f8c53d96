import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { ok, refused, stubShop } from '../../../../test/browser.tsx'
import { order, paypal } from '../../../../test/samples.ts'
import {
  anyPayButton,
  assign,
  emulatorUrl,
  linked,
  open,
  orderCall,
  path,
  payment,
  popup,
  providerOrder,
  signedIn,
  startAsCustomer,
} from './order-page-fixtures.tsx'

startAsCustomer()

const failure = 'Something went wrong, please try again later...'

const payButton = () => screen.findByRole('button', { name: 'Pay with TEST PayPal – no real money' })

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

const checkCall = `GET /payments/paypal/orders/${order._id}`
const underWay = ok({ transactionId: null, isUnderWay: true })
const approved = ok({ transactionId: providerOrder, isUnderWay: true })
const paid = () => ({
  ...signedIn,
  [orderCall]: [ok(order), ok(linked('completed'))],
  'POST /payments': ok(payment, 201),
})

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

  it('has no buttons where the gateway is paid otherwise, as it says of itself', async () => {
    const gateways = [{ ...paypal, can: { ...paypal.can, pay: 'redirect' } }]
    stubShop({ ...signedIn, 'GET /payments/gateways': ok(gateways), [orderCall]: ok(order) })
    open()

    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(anyPayButton()).toBeNull()
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
    const { callsTo } = stubShop(paid())
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
    const sentence = 'The payment failed. Please choose another way to pay.'
    const declined = { status: 201, body: { success: true, message: sentence, data: { ...payment, status: 'failed' } } }
    stubShop({ ...signedIn, [orderCall]: ok(order), 'POST /payments': declined })
    open()

    await approve()

    expect((await screen.findByRole('alert')).textContent).toContain(sentence)
    expect(screen.getAllByText(sentence)).toHaveLength(1)
    expect(screen.queryByText(failure)).toBeNull()
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

  it.each<[string, object, string, string?]>([
    ['is pending when it opens (B38)', { [orderCall]: [ok(linked('pending')), ok(linked('completed'))] }, 'CAPTURE1'],
    ['was approved on another page (B42)', {}, providerOrder, `?token=${providerOrder}&PayerID=PAYER1`],
    ['was approved before the browser crashed', { [checkCall]: approved }, providerOrder],
  ])('reconciles a payment that %s', async (_, answers, transactionId, search = '') => {
    const { callsTo } = stubShop({ ...paid(), ...answers })
    const { at } = open(search)

    expect(await screen.findByText('Amount paid')).toBeTruthy()
    expect(callsTo('POST /payments')[0]?.body).toMatchObject({ transactionId })
    await waitFor(() => expect(at()).toBe(path))
  })

  it('repeats a reconciliation whose answer was lost (B42)', async () => {
    const { callsTo } = stubShop({ ...paid(), 'POST /payments': ['unreachable', 'unreachable', ok(payment)] })
    open()

    await approve()

    expect(await screen.findByText('Amount paid')).toBeTruthy()
    expect(callsTo('POST /payments')).toHaveLength(3)
  })

  /** Opens the page and waits for its first question; the next one follows when the buyer comes back. */
  async function openWaiting(outcomes: Parameters<typeof stubShop>[0]) {
    const shop = stubShop(outcomes)
    open()
    await screen.findByText('Amount to pay')
    await waitFor(() => expect(shop.callsTo(checkCall)).toHaveLength(1))
    return shop
  }
  const comeBack = () => act(async () => void dispatchEvent(new Event('focus')))

  it('B42 shows the order as paid after a popup that outlived a reload was used', async () => {
    const { callsTo } = await openWaiting({ ...paid(), [checkCall]: [underWay, approved] })

    await comeBack()

    expect(await screen.findByText('Amount paid')).toBeTruthy()
    expect(callsTo('POST /payments').map(({ body }) => body)).toEqual([
      { order: order._id, transactionId: providerOrder, paymentGateway: 'paypal' },
    ])
    expect(localStorage.getItem('mela.paying')).toContain(order._id)
  })

  it('does not ask for a declined payment again by itself, and keeps its message', async () => {
    const declined = ok({ ...payment, status: 'failed' }, 201)
    const answers = { [orderCall]: ok(order), [checkCall]: [underWay, approved], 'POST /payments': declined }
    const { callsTo } = await openWaiting({ ...signedIn, ...answers })
    await comeBack()
    await screen.findByText('Choose another way to pay')

    await comeBack()
    await waitFor(() => expect(callsTo(checkCall)).toHaveLength(3))

    expect(callsTo('POST /payments')).toHaveLength(1)
    expect(screen.getByText('Choose another way to pay')).toBeTruthy()
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
    const { callsTo } = stubShop({ ...paid(), [checkCall]: [ok({ transactionId: null, isUnderWay: false }), approved] })
    open()

    await startPaying()
    await answer('cancel')

    expect(await screen.findByText('Amount paid')).toBeTruthy()
    expect(callsTo('POST /payments')).toHaveLength(1)
  })

  it('does not say that nothing was charged when the server does not know', async () => {
    const unknown = [ok({ transactionId: null, isUnderWay: false }), 'unreachable' as const]
    stubShop({ ...signedIn, [orderCall]: ok(order), [checkCall]: unknown })
    open()

    await startPaying()
    await answer('cancel')

    expect(await screen.findByText('The payment did not go through')).toBeTruthy()
    expect(screen.queryByText(/^Nothing was charged/)).toBeNull()
  })

  it('goes to the provider in this window where popups are blocked', async () => {
    vi.stubGlobal('open', () => null)
    stubShop({ ...signedIn, [orderCall]: ok(order) })
    open()

    await userEvent.click(await payButton())

    await waitFor(() => expect(assign).toHaveBeenCalledWith(`${emulatorUrl}/checkoutnow?token=${providerOrder}`))
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
    stubShop(paid())
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
})
