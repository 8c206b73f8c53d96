import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ok, refused, stubShop } from '../../../../test/browser.tsx'
import { kurta, order, paypal } from '../../../../test/samples.ts'
import { installTestModeSdk } from '../../../gateways/paypal/test-mode-sdk.ts'
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
  reload,
  signedIn,
  startAsCustomer,
} from './order-page-fixtures.tsx'

startAsCustomer()

const payButton = () => screen.findByRole('button', { name: 'Pay with TEST PayPal – no real money' })

/** The buyer presses the button and the emulator's popup opens. */
async function startPaying() {
  await userEvent.click(await payButton())
  await waitFor(() => expect(popup.location.href).not.toBe(''))
}

function hearOfPayment() {
  localStorage.setItem('mela.paying', String(Date.now()))
  dispatchEvent(new StorageEvent('storage', { key: 'mela.paying' }))
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
const nothing = ok({ gateway: null, transactionId: null, isUnderWay: false })
const underWay = ok({ gateway: 'paypal', transactionId: null, isUnderWay: true })
const approved = ok({ gateway: 'paypal', transactionId: providerOrder, isUnderWay: true })
const paid = () => ({ [orderCall]: [ok(order), ok(linked('completed'))], 'POST /payments': ok(payment, 201) })

type Answers = Parameters<typeof stubShop>[0]

function show(answers: Answers = {}, search = '') {
  const shop = stubShop({ ...signedIn, [orderCall]: ok(order), ...answers })
  return { ...shop, ...open(search) }
}

describe('the pay page', () => {
  it.each([
    ['names the promised days', 0, /It arrives Sat 1 Dec\.$/],
    ['names none once the order has waited for more than a day', 2, /email you\.$/],
  ])('%s', async (_, daysAgo, text) => {
    const createdAt = new Date(Date.now() - daysAgo * 86_400_000).toISOString()
    const arrives = { from: '2125-12-01', to: '2125-12-01' }
    show({ [orderCall]: ok({ ...order, createdAt, arrives }) })

    expect((await screen.findByText(/We then pack your order/)).closest('p')?.textContent).toMatch(text)
  })

  it('shows the order, the amount, and a button marked as a test (T121, T122, T124, T128, T129, B40)', async () => {
    show()

    expect(await screen.findByText('Amount to pay')).toBeTruthy()
    for (const text of ['USD', kurta.name, 'Sea View, flat 14']) expect(screen.getByText(text)).toBeTruthy()
    for (const amount of ['$96.00', '−$24.00', '$80.00', '$12.96']) expect(screen.getByText(amount)).toBeTruthy()
    expect(screen.getAllByText(/^\$164\.96/)).toHaveLength(2)
    await payButton()
    expect(screen.getByText('TEST')).toBeTruthy()
    expect(Reflect.get(window, 'paypalTestMode').version).toMatch(/^6/)
    expect(document.querySelectorAll('script')).toHaveLength(0)
  })

  it('names for whom a gift card is', async () => {
    const gifts = [{ quantity: 1, email: 'anna@example.com' }]
    show({ [orderCall]: ok({ ...order, products: order.products.map(line => ({ ...line, gifts })) }) })

    expect((await screen.findByRole('region', { name: 'Products' })).textContent).toContain('For anna@example.com')
  })

  it('has no buttons where the gateway is paid otherwise, as it says of itself', async () => {
    show({ 'GET /payments/gateways': ok([{ ...paypal, can: { ...paypal.can, pay: 'offline' } }]) })

    expect(await screen.findByText('The shop no longer offers a way to pay this order')).toBeTruthy()
    expect(anyPayButton()).toBeNull()
  })

  it('says what to do where the owner no longer offers a way to pay the order', async () => {
    show({ 'GET /payments/gateways': ok([{ ...paypal, offer: { ...paypal.offer, from: 1000 } }]) })

    expect(await screen.findByText(/^Please cancel it below and press 'Buy again'/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Cancel order' })).toBeTruthy()
    expect(screen.queryByText(/Something went wrong|we never see your card/)).toBeNull()
  })

  it('says that the shop takes no payments while it has no way to pay, and asks again', async () => {
    show({ 'GET /payments/gateways': [ok([]), ok([paypal])] })
    expect(await screen.findByText('The shop takes no payments at the moment. Please try again later.')).toBeTruthy()

    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

    await payButton()
  })

  it('offers Pay Later and a card where PayPal says that the account may', async () => {
    installTestModeSdk('paypal', emulatorUrl, ['paypal', 'paylater', 'card'])
    onTestFinished(() => void Reflect.deleteProperty(window, 'paypal'))
    const { callsTo } = show({ 'GET /payments/paypal': ok({ clientId: 'live', mode: 'live', gateways: [paypal] }) })

    await payButton()
    expect(await screen.findByRole('button', { name: /^Pay later with TEST PayPal/ })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: /^Pay by TEST card at PayPal/ }))

    await waitFor(() => expect(callsTo('POST /payments/paypal/orders')[0]?.body).toEqual({ order: order._id }))
    await waitFor(() => expect(popup.location.href).toContain(`token=${providerOrder}`))
    expect(document.querySelectorAll('script')).toHaveLength(0)
  })

  it('leads to a provider that is paid on its own page, without a script of it, and loads anew when Back restores it', async () => {
    const stripe = { ...paypal, name: 'stripe', mode: 'test', can: { ...paypal.can, pay: 'redirect' } }
    const approveUrl = 'http://127.0.0.1:4011/c/pay?session=cs_test_1'
    show({
      'GET /payments/gateways': ok([paypal, stripe]),
      'POST /payments/stripe/orders': ok({ orderId: 'cs_test_1', approveUrl }, 201),
    })

    await userEvent.click(await screen.findByRole('button', { name: 'Pay by TEST card – no real money' }))

    await waitFor(() => expect(assign).toHaveBeenCalledWith(approveUrl))
    expect(document.querySelectorAll('script')).toHaveLength(0)
    act(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    expect(reload).toHaveBeenCalledOnce()
  })

  it('knows the payment of such a provider when its page leads back, and thanks', async () => {
    const { callsTo } = show(paid(), '?gateway=stripe&PayerID=stripe&token=cs_test_1')

    expect(await screen.findByRole('heading', { level: 1, name: 'Thank you, Asha' })).toBeTruthy()
    expect(callsTo('POST /payments')[0]?.body).toEqual({
      order: order._id,
      transactionId: 'cs_test_1',
      paymentGateway: 'stripe',
    })
  })

  it('reconciles an approved payment, and thanks once: the next visit shows the order (T123, T124, T125)', async () => {
    const { callsTo, at } = show(paid())

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
    cleanup()
    open()
    expect(await screen.findByRole('heading', { level: 1, name: `Order ${'D'.repeat(8)}` })).toBeTruthy()
    expect(screen.queryByText(/Thank you/)).toBeNull()
  })

  it('accepts messages of the emulator only, and of this order only', async () => {
    const { callsTo } = show()
    await startPaying()

    await answer('approve', { origin: 'http://evil.test' })
    await answer('approve', { orderId: 'ANOTHER' })

    expect(callsTo('POST /payments')).toEqual([])
  })

  it('says that a payment is pending at PayPal and offers no second one (T123)', async () => {
    const pending = [ok(order), ok(linked('pending'))]
    show({ [orderCall]: pending, 'POST /payments': ok({ ...payment, status: 'pending' }, 201) })

    await approve()

    expect(await screen.findByText('Payment pending at PayPal')).toBeTruthy()
    expect(anyPayButton()).toBeNull()
    expect(screen.getByText('Payment pending')).toBeTruthy()
  })

  it.each<[string, Answers, string, string?]>([
    ['is pending when it opens', { [orderCall]: [ok(linked('pending')), ok(linked('completed'))] }, 'CAPTURE1'],
    ['was approved on another page', {}, providerOrder, `?token=${providerOrder}&PayerID=PAYER1`],
    ['was approved before the browser crashed', { [checkCall]: approved }, providerOrder],
  ])('reconciles a payment that %s (B38, B42)', async (_, answers, transactionId, search) => {
    const { callsTo, at } = show({ ...paid(), ...answers }, search)

    expect(await screen.findByText('Amount paid')).toBeTruthy()
    expect(callsTo('POST /payments')[0]?.body).toMatchObject({ transactionId })
    await waitFor(() => expect(at()).toBe(path))
  })

  it('repeats a reconciliation whose answer was lost (B42)', async () => {
    const { callsTo } = show({ ...paid(), 'POST /payments': ['unreachable', 'unreachable', ok(payment)] })

    await approve()

    // The order is polled as often as the call is repeated, and may be paid before the last repetition.
    await waitFor(() => expect(callsTo('POST /payments')).toHaveLength(3), { timeout: 4000 })
    expect(await screen.findByText('Amount paid')).toBeTruthy()
  })

  /** Opens the page and waits for its first question; the next one follows when the buyer comes back. */
  async function openWaiting(answers: Answers) {
    const shop = show({ ...answers, [checkCall]: [underWay, approved] })
    await screen.findByText('Amount to pay')
    await waitFor(() => expect(shop.callsTo(checkCall)).toHaveLength(1))
    return shop
  }
  const comeBack = () => act(async () => void dispatchEvent(new Event('focus')))

  it.each<[string, () => unknown]>([
    ['comes to the front', comeBack],
    ['is seen again', () => act(async () => void dispatchEvent(new Event('visibilitychange')))],
    ['hears of a payment in another tab', () => act(async () => hearOfPayment())],
  ])('shows the order as paid elsewhere, as after a reload, when the page %s (B42)', async (_, happen) => {
    const { callsTo } = await openWaiting(paid())

    await happen()

    expect(await screen.findByText('Amount paid')).toBeTruthy()
    expect(callsTo('POST /payments')).toMatchObject([{ body: { transactionId: providerOrder } }])
  })

  it('sees within seconds that a webhook has completed the payment that was under way', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    show({ [orderCall]: [ok(order), ok(linked('completed'))], [checkCall]: underWay })
    await screen.findByText('Amount to pay')

    await act(() => vi.advanceTimersByTimeAsync(4000))

    expect(screen.getByText('Amount paid')).toBeTruthy()
    vi.useRealTimers()
  })

  it('asks for a payment under way every three seconds for two minutes, then every minute', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { callsTo } = show({ [checkCall]: underWay })
    await screen.findByText('Amount to pay')
    const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

    await wait(120_000)
    const often = callsTo(checkCall).length
    await wait(180_000)

    expect(Math.abs(often - 41)).toBeLessThan(3)
    expect(callsTo(checkCall).length - often).toBe(3)
    vi.useRealTimers()
  })

  it('does not ask for a declined payment again by itself, and keeps its message', async () => {
    const { callsTo } = await openWaiting({ 'POST /payments': ok({ ...payment, status: 'failed' }, 201) })
    await comeBack()
    await screen.findByText('Choose another way to pay')

    await comeBack()
    await waitFor(() => expect(callsTo(checkCall).length).toBeGreaterThan(2))

    expect(callsTo('POST /payments')).toHaveLength(1)
    expect(screen.getByText('Choose another way to pay')).toBeTruthy()
  })

  it('asks its buyer to agree again where the provider wants that, and calls it no decline', async () => {
    const message = 'PayPal asks you to agree to this payment once more. Nothing was charged; please pay again.'
    show({ 'POST /payments': refused(409, message, { code: 'payment_unapproved' }) })

    await approve()

    expect(await screen.findByText('PayPal asks you to agree once more')).toBeTruthy()
    expect(screen.queryByText(/declined/)).toBeNull()
    await payButton()
  })

  it('closes the window and says so when the payment cannot start (T126)', async () => {
    const message = 'This order can no longer be paid.'
    show({ 'POST /payments/paypal/orders': refused(409, message) })

    await userEvent.click(await payButton())

    expect((await screen.findByRole('alert')).textContent).toContain(message)
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect(popup.close).toHaveBeenCalled()
  })

  it('leaves out a way to pay that the server no longer offers', async () => {
    const stripe = { ...paypal, name: 'stripe', mode: 'test', can: { ...paypal.can, pay: 'redirect' } }
    show({
      'GET /payments/gateways': [ok([paypal, stripe]), ok([paypal])],
      'POST /payments/stripe/orders': refused(409, 'Card is not offered for this order.'),
    })

    await userEvent.click(await screen.findByRole('button', { name: /^Pay by TEST card/ }))

    await waitFor(() => expect(screen.queryByRole('button', { name: /^Pay by TEST card/ })).toBeNull())
    await payButton()
  })

  it.each<[string, Answers, string]>([
    ['was paid in another tab', { [orderCall]: [ok(order), ok(linked('completed'))] }, 'Amount paid'],
    ['had been approved', { ...paid(), [checkCall]: [nothing, approved] }, 'Amount paid'],
    ['is unknown to the server', { [checkCall]: [nothing, 'unreachable'] }, 'The payment did not go through'],
  ])('does not say that nothing was charged when a window is closed whose order %s', async (_, answers, text) => {
    show(answers)

    await startPaying()
    await answer('cancel')

    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.queryByText(/^Nothing was charged/)).toBeNull()
  })

  it('goes to the provider in this window where popups are blocked', async () => {
    vi.stubGlobal('open', () => null)
    show()

    await userEvent.click(await payButton())

    await waitFor(() => expect(assign).toHaveBeenCalledWith(`${emulatorUrl}/checkoutnow?token=${providerOrder}`))
  })

  it('reports a payment once that its window and a question find at the same moment', async () => {
    const { callsTo } = show({ ...paid(), [checkCall]: [nothing, approved], 'POST /payments': new Promise(() => {}) })
    await startPaying()

    await comeBack()
    await waitFor(() => expect(callsTo('POST /payments')).toHaveLength(1))
    await answer('approve')

    expect(callsTo('POST /payments')).toHaveLength(1)
  })

  it('offers its buttons again after Back from the provider, which replaced it', async () => {
    show()
    await startPaying()
    expect(await screen.findByText(/^Continue in the window/)).toBeTruthy()

    act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))

    expect(screen.queryByText(/^Continue in the window/)).toBeNull()
  })

  it('shows an order that has expired meanwhile (B20)', async () => {
    const expired = { ...order, status: 'cancelled', expiresAt: null, isExpired: true }
    const late = refused(409, 'This order can no longer be paid.')
    show({ [orderCall]: [ok(order), ok(expired)], 'POST /payments/paypal/orders': late })

    await userEvent.click(await payButton())

    expect(await screen.findByText(/This order was not paid in time, so it was cancelled/)).toBeTruthy()
    expect(anyPayButton()).toBeNull()
  })

  it('is paid when its buyer comes back from the provider after its time, while the server has not cancelled it (B20)', async () => {
    const expired = { ...order, status: 'cancelled', expiresAt: null, isExpired: true }
    const { callsTo } = show({ ...paid(), [orderCall]: [ok(expired), ok(linked('completed'))] }, '?token=T1&PayerID=P1')

    expect(await screen.findByRole('heading', { level: 1, name: 'Thank you, Asha' })).toBeTruthy()
    expect(callsTo('POST /payments')).toHaveLength(1)
  })

  it('that was paid after it had been cancelled elsewhere says that the money goes back', async () => {
    const cancelled = { ...order, status: 'cancelled', expiresAt: null }
    const answers = { [orderCall]: [ok(cancelled), ok({ ...cancelled, amountPaid: order.totalAmount })] }
    const late = refused(409, 'This order can no longer be paid.')
    show({ ...answers, 'POST /payments': late }, '?gateway=stripe&PayerID=stripe&token=cs_test_1')

    expect(await screen.findByText('This order was cancelled. Your money goes back the way it came.')).toBeTruthy()
    expect(screen.queryByText('This order can no longer be paid.')).toBeNull()
  })

  it.each([
    ['cancelled', 'This order was cancelled. There is nothing to pay.'],
    ['refunded', 'This order was refunded.'],
  ] as const)('offers no payment for an order that is %s (B41)', async (status, text) => {
    show({ [orderCall]: ok({ ...order, status }) })

    expect(await screen.findByText(text)).toBeTruthy()
    expect(anyPayButton()).toBeNull()
  })

  it('shows nothing of another customer’s order, and links to the own ones (B41)', async () => {
    show({ [orderCall]: refused(404, 'Order not found.') })

    expect(await screen.findByText('Something went wrong, please try again later...')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Order' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Your orders' })).toBeTruthy()
    expect(screen.getByText(/^Ordered as a guest\? Use the link in the email/)).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/\$|Amount/)
  })

  it('tells a guest who has registered that confirming the address brings the order, and sends the email again', async () => {
    const again = 'POST /users/current-user/email-confirmation'
    const unconfirmed = ok({ confirmed: false, pending: null })
    const { callsTo } = show({
      [orderCall]: refused(404, 'Order not found.'),
      'GET /users/current-user/email-confirmation': unconfirmed,
      [again]: ok(null),
    })

    expect(await screen.findByText('Confirm your address: orders placed as a guest then appear here.')).toBeTruthy()
    expect(screen.queryByText(/Something went wrong/)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Send the email again' }))
    await waitFor(() => expect(callsTo(again)).toHaveLength(1))
  })

  it('thanks a buyer once who returns to an order that a webhook has already paid', async () => {
    const { at } = show({ [orderCall]: ok(linked('completed')) }, `?token=${providerOrder}&PayerID=PAYER1`)

    expect(await screen.findByRole('heading', { level: 1, name: 'Thank you, Asha' })).toBeTruthy()
    expect((await screen.findByRole('status')).textContent).toContain('Order paid successfully.')
    await waitFor(() => expect(at()).toBe(path))
  })
})
