import { type OrderActions, orderStatuses, type StaffOrder, staffPaths } from '@mela/contract'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, ok, refused } from '../../../../test/browser.tsx'
import { asha, order } from '../../../../test/samples.ts'
import { openDashboard, press } from '../dashboard-fixtures.tsx'
import { orderEvents } from './order-panels.tsx'

afterEach(leaveShop)

const ORDER = `GET /orders/${order._id}`
const UPDATE = `PATCH /orders/${order._id}/update`

/** What the server says about the statuses of an order; those that are not given can be chosen. */
const actionsWith = (given: Record<string, Partial<OrderActions['statuses'][number]>>): OrderActions => ({
  canCancel: true,
  sendWarning: null,
  statuses: orderStatuses.map(status => ({ status, refusal: null, effect: null, goesBack: 0, ...given[status] })),
})
const actions = actionsWith({})
const loaded = { ...order, status: 'processing', payments: [], notes: [], actions } as unknown as StaffOrder

const open = (answers: Parameters<typeof openDashboard>[1]) =>
  openDashboard(`/dashboard/orders/order/${order._id}`, answers)

it.each([404, 400])('an order that is answered with %i is said to be missing (T219, T220, B26)', async status => {
  open({ [ORDER]: refused(status, 'Resource not found.') })

  expect(await screen.findByText('Loading order...')).toBeTruthy()
  expect((await screen.findByRole('alert')).textContent).toBe('Error: Order not found.')
  expect(screen.getByRole('link', { name: 'All orders' }).getAttribute('href')).toBe('/dashboard/orders')
})

it.each([
  ['order', staffPaths.order(order._id)],
  ['invoice', staffPaths.invoice(order._id)],
  ['packing slip', staffPaths.packingSlip(order._id)],
])('the %s names what was chosen of each product, and its SKU', async (_, path) => {
  const bought = (digit: string, Size: string) =>
    order.products.map(line => ({
      ...line,
      ...{ variant: digit.repeat(24), sku: `KU-${Size}`, options: { Size, Colour: 'Indigo' } },
    }))
  const products = [...bought('1', 'S'), ...bought('2', 'M')]
  openDashboard(path, { [ORDER]: ok({ ...loaded, products }) })

  const found = await screen.findAllByText(/SKU/)
  expect(found.map(({ textContent }) => textContent)).toEqual([
    'Size S · Indigo · SKU KU-S',
    'Size M · Indigo · SKU KU-M',
  ])
})

it.each([
  ['order', staffPaths.order(order._id)],
  ['invoice', staffPaths.invoice(order._id)],
])('an amount of the %s says by which version of a rule it is, and who has set that', async (_, path) => {
  const tax = { rule: 'money.taxPercent', label: 'Tax rate', version: 7, at: order.createdAt, actor: null }
  const delivery = { ...tax, rule: 'delivery.zones', label: 'Zones', actor: { _id: asha._id, name: asha.name } }
  openDashboard(path, { [ORDER]: ok(loaded), [`GET /orders/${order._id}/rules`]: ok([tax, delivery]) })

  await press('$12.96')
  const dialog = screen.getByRole('dialog', { name: 'Tax (18% GST)' })
  await within(dialog).findByRole('link', { name: 'Tax rate' })

  expect(dialog.textContent).toContain('18% of $72.00')
  expect(dialog.textContent).toContain('Tax rate, version 7, set by the shop, ')
  expect(dialog.textContent).not.toContain('Zones')
})

it('B149 units of lines are refunded for what they cost, under one key until the choice changes', async () => {
  const REFUND = `POST /orders/${order._id}/refunds`
  const nothing = { quantity: 0, amount: 0 }
  const refundable = {
    left: 25,
    lines: [
      { line: 0, quantity: 3, amount: 20, refunded: { quantity: 1, amount: 6.67 } },
      { line: null, quantity: 1, amount: 8, refunded: nothing },
    ],
  }
  const { callsTo } = open({
    [ORDER]: ok({ ...loaded, refundable }),
    [REFUND]: ['unreachable', ok({ giftCardAmount: 0, paymentAmount: 14.66 }, 201), ok({}, 201)],
  })

  await press('Refund products')
  const units = await screen.findByLabelText('Units of Anaar block-print kurta to refund')
  expect(screen.getByText('· 1 of 3 refunded', { exact: false })).toBeTruthy()
  await userEvent.selectOptions(units, '1')
  await userEvent.selectOptions(screen.getByLabelText('Units of Delivery to refund'), '1')
  await press('Refund $14.66')
  await press('Refund $14.66')

  const sent = callsTo(REFUND)
  const lines = [
    { line: 0, quantity: 1 },
    { line: null, quantity: 1 },
  ]
  expect(sent.map(({ body }) => body)).toEqual(Array(2).fill({ amount: 14.66, lines }))
  expect(sent[1]?.headers['idempotency-key']).toBe(sent[0]?.headers['idempotency-key'])
})

it('B149 a repeat after a lost answer has the key of the first, also when the next unit costs a cent less', async () => {
  const REFUND = `POST /orders/${order._id}/refunds`
  const openedWith = (refunded: object) =>
    ok({ ...loaded, refundable: { left: 100, lines: [{ line: 0, quantity: 3, amount: 115.64, refunded }] } })
  const { callsTo } = open({
    [ORDER]: [openedWith({ quantity: 0, amount: 0 }), openedWith({ quantity: 1, amount: 38.55 })],
    [REFUND]: ['unreachable', refused(409, 'Look at what went back.')],
  })

  await press('Refund products')
  await userEvent.selectOptions(await screen.findByLabelText(/^Units of Anaar/), '1')
  await press('Refund $38.55')
  await press('Refund $38.54')

  const [lost, repeat] = callsTo(REFUND).map(({ headers }) => headers['idempotency-key'])
  expect(repeat).toBe(lost)
})

it('an amount of an order that gift cards paid is refunded', async () => {
  const REFUND = `POST /orders/${order._id}/refunds`
  const card = { _id: 'c'.repeat(24), lastFour: 'WZ5H', amount: 40, amountRefunded: 0, refusal: null }
  const { callsTo } = open({
    [ORDER]: ok({ ...loaded, giftCards: [card] }),
    [REFUND]: ok({ giftCardAmount: 12.5, paymentAmount: 0 }, 201),
  })

  await press('Refund')
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund order' }))
  await userEvent.type(dialog.getByLabelText(/^Amount in/), '12.50')
  await userEvent.click(dialog.getByRole('button', { name: 'Refund' }))

  expect(callsTo(REFUND)).toMatchObject([{ body: { amount: 12.5 } }])
})

it('another amount is another refund after a refusal, and none after a lost answer', async () => {
  const REFUND = `POST /orders/${order._id}/refunds`
  const card = { _id: 'c'.repeat(24), lastFour: 'WZ5H', amount: 40, amountRefunded: 0, refusal: null }
  const { callsTo } = open({
    [ORDER]: ok({ ...loaded, giftCards: [card] }),
    [REFUND]: ['unreachable', refused(409, 'No.'), ok({ giftCardAmount: 5, paymentAmount: 0 }, 201)],
  })

  await press('Refund')
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund order' }))
  for (const amount of ['50', '45', '5']) {
    const field = dialog.getByLabelText(/^Amount in/)
    await userEvent.clear(field)
    await userEvent.type(field, amount)
    await userEvent.click(dialog.getByRole('button', { name: 'Refund' }))
  }

  const [lost, refusal, refund] = callsTo(REFUND).map(({ headers }) => headers['idempotency-key'])
  expect(refusal).toBe(lost)
  expect(refund).not.toBe(refusal)
})

it('whose provider refuses its part of a refund says why, and asks for the amount no more: the cards have theirs', async () => {
  const refusal = 'PayPal could not complete this refund. $40.00 is back on gift cards.'
  const card = { _id: 'c'.repeat(24), lastFour: 'WZ5H', amount: 40, amountRefunded: 0, refusal: null }
  const returned = { ...loaded, giftCards: [{ ...card, amountRefunded: 40 }] }
  open({
    [ORDER]: [ok({ ...loaded, giftCards: [card] }), ok(returned)],
    [`POST /orders/${order._id}/refunds`]: refused(409, refusal, { code: 'provider_refused' }),
  })

  await press('Refund')
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund order' }))
  await userEvent.type(dialog.getByLabelText(/^Amount in/), '100')
  await userEvent.click(dialog.getByRole('button', { name: 'Refund' }))

  expect(await screen.findByText(refusal)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it.each<[way: string, payments: object[], only: Parameters<typeof actionsWith>[0], ofRest: string]>([
  [
    'by transfer',
    [{ _id: 'b'.repeat(24), status: 'completed', paymentGateway: 'transfer', refunds: [] }],
    {},
    'Return $12.00 to the customer yourself: the shop records that you did.',
  ],
  ['at a provider', [], {}, 'The payment provider returns $12.00 the way it came.'],
  ['at one whose keys are removed', [], { refunded: { refusal: 'Not connected.' } }, 'Not connected.'],
])(
  'a refund of lines that were paid %s beside a gift card says what becomes of each sum',
  async (_, payments, only, ofRest) => {
    const line = { quantity: 2, amount: 144, refunded: { quantity: 0, amount: 0 } }
    const card = { _id: 'c'.repeat(24), lastFour: 'WZ5H', amount: 60, amountRefunded: 0, refusal: null }
    const refundable = { left: 198, lines: [{ line: 0, ...line }] }
    const opened = { ...loaded, payments, giftCards: [card], refundable, actions: actionsWith(only) }
    open({ [ORDER]: ok(opened) })

    await press('Refund products')
    const dialog = await screen.findByRole('dialog', { name: 'Refund products' })
    expect(dialog.textContent).not.toContain('gift cards')
    await userEvent.selectOptions(screen.getByLabelText(/^Units of Anaar/), '1')

    expect(dialog.textContent).toContain(`$60.00 goes back to its gift cards. ${ofRest}`)
    expect(screen.getByRole('button', { name: 'Refund $72.00' })).toBeTruthy()
  },
)

it.each(['Refund products', 'Refund'])(
  '%s says what is spent of the gift cards that the order bought',
  async button => {
    const bought = { _id: 'b'.repeat(24), status: 'completed', amount: 248, refunds: [], spentOnCards: 50 }
    const payments = [{ ...bought, currency: 'USD', paymentGateway: 'paypal' }]
    const line = { line: 0, quantity: 2, amount: 144, refunded: { quantity: 0, amount: 0 } }
    const card = { _id: 'c'.repeat(24), lastFour: 'WZ5H', amount: 40, amountRefunded: 0, refusal: null }
    const refundable = { left: 198, lines: [line] }
    open({ [ORDER]: ok({ ...loaded, payments, giftCards: [card], refundable }) })

    await press(button)

    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('$50.00 of the gift cards that were bought with it is spent already.')
  },
)

it('a refund that is due is asked for again under one key, so that a lost answer refunds nothing twice', async () => {
  const refundDue = { payment: 'b'.repeat(24), amount: 30, currency: 'USD', state: 'refused', failure: 'Sent back.' }
  const refund = `POST /payments/${refundDue.payment}/refunds`
  const { callsTo } = open({
    [ORDER]: ok({ ...loaded, refundDue }),
    [refund]: ['unreachable', ok({ state: 'completed', failure: null }, 201)],
  })

  await press('Try refunding $30.00 again')
  await press('Try refunding $30.00 again')

  const [first, second] = callsTo(refund)
  expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
})

it('a packing slip has lines and recipient, but no price', async () => {
  openDashboard(staffPaths.packingSlip(order._id), { [ORDER]: ok(loaded) })

  const sheet = await screen.findByRole('article')
  expect(sheet.textContent).toContain('Anaar block-print kurta')
  expect(sheet.textContent).toContain('Sea View')
  expect(sheet.textContent).not.toContain('$')
})

it.each([
  ['the order', staffPaths.order(order._id), '1 product'],
  ['the packing slip, which leaves them out', staffPaths.packingSlip(order._id), '1 unit'],
])('B149 units that were refunded are named beside their line: %s', async (_page, path, also) => {
  const refundable = { left: 10, lines: [{ line: 0, quantity: 2, amount: 144, refunded: { quantity: 1, amount: 72 } }] }
  openDashboard(path, { [ORDER]: ok({ ...loaded, refundable }) })

  expect(await screen.findByText('1 of 2 refunded', { exact: false })).toBeTruthy()
  expect(screen.getByText(also)).toBeTruthy()
})

it('a packing slip lists no gift card, which is sent by email', async () => {
  const cards = order.products.map(line => ({
    ...{ ...line, variant: '1'.repeat(24), gifts: [{ quantity: 1, email: 'anna@example.com' }] },
    product: { ...line.product, name: 'Gift card' },
  }))
  openDashboard(staffPaths.packingSlip(order._id), {
    [ORDER]: ok({ ...loaded, products: [...order.products, ...cards] }),
  })

  const sheet = await screen.findByRole('article')
  expect(sheet.textContent).not.toMatch(/Gift card|anna@example\.com/)
  expect(sheet.textContent).toContain('2 units')
})

it('the status dialog says that no status is chosen (T224)', async () => {
  open({ [ORDER]: ok(loaded) })
  await press('Update status')
  await press('Save')

  expect((await screen.findByRole('alert')).textContent).toContain('Order ID or status is missing.')
})

it('a status that is refused shows the server’s sentence, or that something went wrong (T223, T225)', async () => {
  const message = 'Order status cannot change from cancelled to shipped.'
  open({ [ORDER]: ok(loaded), [UPDATE]: [{ status: 500, body: 'broken' }, refused(409, message)] })
  await press('Update status')
  await userEvent.click(await screen.findByRole('radio', { name: /shipped/ }))
  await press('Save')

  await screen.findByText('Something went wrong, please try again later...')
  expect(screen.getByText('An unknown error has occurred.')).toBeTruthy()
  await press('Save')
  await screen.findByText(message)
  expect(screen.queryByText('An unknown error has occurred.')).toBeNull()
})

it.each([
  ['refunded', 'Refund $150.00'],
  ['cancelled', 'Cancel and refund $150.00'],
])('a status of %s names the amount that goes back and how, and asks again', async (status, question) => {
  const effect = 'Return $90.00 to its customer yourself. $60.00 goes back to its gift cards.'
  const { callsTo } = open({
    [ORDER]: ok({ ...loaded, actions: actionsWith({ [status]: { goesBack: 150, effect } }) }),
    [UPDATE]: { body: { success: true, message: 'Order updated.', data: { ...loaded, status } } },
  })
  await press('Update status')
  await userEvent.click(await screen.findByRole('radio', { name: new RegExp(status, 'i') }))
  await press('Save')

  const dialog = await screen.findByRole('dialog', { name: `${question}?` })
  expect(dialog.textContent).toContain(`${effect} This cannot be undone.`)
  expect(callsTo(UPDATE)).toEqual([])
  await press(question)
  expect(await screen.findByText('Order updated.')).toBeTruthy()
})

it('a status that is refused because the order has changed shows what is possible now (T223)', async () => {
  const refusal = 'A cancelled order can only be refunded.'
  open({
    [ORDER]: [ok(loaded), ok({ ...loaded, status: 'cancelled', actions: actionsWith({ shipped: { refusal } }) })],
    [UPDATE]: refused(409, 'Order status cannot change from cancelled to shipped.'),
  })
  await press('Update status')
  await userEvent.click(await screen.findByRole('radio', { name: /shipped/ }))
  await press('Save')

  expect(await screen.findByText(refusal)).toBeTruthy()
  expect(screen.getByRole('dialog')).toBeTruthy()
})

it('says what a status does to the money, what cancelling does, and why the parcel must not be sent', async () => {
  const effect = '$198.00 goes back to its customer by itself.'
  const sendWarning = 'Nothing was paid for this order.'
  const given = { ...loaded, actions: { ...actionsWith({ cancelled: { effect } }), sendWarning } }
  open({ [ORDER]: ok(given) })
  await press('Update status')
  await userEvent.click(await screen.findByRole('radio', { name: /cancelled/i }))
  expect(screen.getByText(effect)).toBeTruthy()
  await press('Cancel')

  await press('Cancel order')
  expect((await screen.findByRole('dialog', { name: 'Cancel this order?' })).textContent).toContain(effect)
  await leaveShop()

  openDashboard(staffPaths.packingSlip(order._id), { [ORDER]: ok(given) })
  expect(await screen.findByText(sendWarning)).toBeTruthy()
})

it('names the gift card that keeps it from being sent, with the order that bought the card', async () => {
  const reason = 'Gift card •••• 7F3K is disputed: do not send this order now.'
  const bought = { _id: 'c'.repeat(24), number: '#1001' }
  open({ [ORDER]: ok({ ...loaded, cardHold: { reason, order: bought } }) })

  expect(await screen.findByText(reason)).toBeTruthy()
  const link = screen.getByRole('link', { name: 'See order #1001' })
  expect(link.getAttribute('href')).toBe(staffPaths.order(bought._id))
})

it('the history names the payment provider where a refund was refused, not the staff member', () => {
  const failure = 'PayPal could not complete this refund.'
  const by = { _id: 'b'.repeat(24), name: { firstName: 'Mela', lastName: 'Admin' } }
  const refund = { amount: 49, currency: 'USD', state: 'failed', by, failure, createdAt: '2026-11-22T06:46:00.000Z' }
  const payments = [{ status: 'completed', problem: null, refunds: [refund] }]

  expect(orderEvents({ history: [], payments } as unknown as StaffOrder)).toMatchObject([
    { text: 'Refund of $49.00 refused', by: 'the payment provider', note: failure },
  ])
})

it('the history has the last move first, also of moves at the same time', () => {
  const history = ['pending', 'processing'].map(status => ({ status, at: order.createdAt, by: null }))

  expect(orderEvents({ history, payments: [] } as unknown as StaffOrder).map(({ text }) => text)).toEqual([
    ...['Processing', 'Placed'],
  ])
})

it('corrects the email of a guest after saying what becomes of earlier links, and of no account', async () => {
  const person = { _id: asha._id, name: asha.name, email: 'asha@exmaple.com' }
  const { callsTo } = open({
    [ORDER]: ok({ ...loaded, customer: { ...person, isGuest: true } }),
    [`PUT /orders/${order._id}/email`]: ok({ ...loaded, customer: { ...person, isGuest: true } }),
  })

  await press('Correct email')
  expect(await screen.findByText(/Earlier links end, and who has the order open needs the new one/)).toBeTruthy()
  const field = await screen.findByLabelText<HTMLInputElement>('Email of the customer')
  expect(field.value).toBe(person.email)
  await userEvent.clear(field)
  await userEvent.type(field, 'asha@example.com')
  await press('Correct and send link')

  expect(callsTo(`PUT /orders/${order._id}/email`)).toMatchObject([{ body: { email: 'asha@example.com' } }])
  leaveShop()
  open({ [ORDER]: ok({ ...loaded, customer: { ...person, isGuest: false } }) })
  await screen.findByText(person.email)
  expect(screen.queryByRole('button', { name: 'Correct email' })).toBeNull()
})
