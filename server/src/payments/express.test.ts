import type { AddressInput, OrderInput } from '@mela/contract'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { approve, type Choice } from '../../test/approve.ts'
import { type Person, startShop } from '../../test/shop.ts'
import { guestsOf } from '../orders/guests-fixtures.ts'
import { reconcileLatePayment } from './capture-payment.ts'
import { GatewayError } from './gateways/gateway.ts'
import { buyersOf } from './payments-fixtures.ts'
import { runPaymentRound } from './run-payment-round.ts'

const shop = startShop()
const { anOpenOrder, historyOf, orderOf, paymentsOf, report, start } = buyersOf(shop)
const { browserOf, order } = guestsOf(shop)
const silent = { warn: () => {} }
const TOTAL = 19_800

beforeEach(() => shop.emulator.clearFaults())

/** One product of the price of `anOrder()`, on the way of the button. */
async function openExpress(as?: Person) {
  const { id } = await shop.product()
  const products: OrderInput['products'] = [{ product: id, quantity: 1 }]
  const { data } = await shop.call('POST', '/payments/paypal/express', { body: { products }, as })
  return { data, products }
}

async function anApproval(choice: Choice = 'pay', fields: Record<string, string> = {}) {
  const { data, products } = await openExpress()
  const back = await approve(data.approveUrl, choice, fields)
  const told = (name: string) => back.searchParams.get(name) ?? ''
  return { ticket: data.ticket as string, payer: told('PayerID'), session: told('token'), products, back }
}
type Approval = Awaited<ReturnType<typeof anApproval>>

const buyerOf = ({ ticket, payer }: Pick<Approval, 'ticket' | 'payer'>, as?: Person) =>
  shop.post('/payments/paypal/express/buyer', { ticket, payer }, as)

/** What the checkout places: for the account, to the address of the provider or another one. */
async function placeFor(customer: Person, approval: Approval, changed?: Partial<AddressInput>) {
  const { ticket, address } = (await buyerOf(approval)).data
  const shippingAddress = changed ? shop.anAddress(changed) : address
  const { data } = await shop.post('/orders', { products: approval.products, shippingAddress }, customer)
  return { ticket: ticket as string, order: data._id as string }
}

const payBy = (ticket: string, order: string, customer: Person) =>
  shop.post('/payments/paypal/orders', { order, ticket }, customer)

async function aClaimedOrder(choice: Choice = 'pay', changed?: Partial<AddressInput>) {
  const approval = await anApproval(choice)
  const customer = await shop.customer()
  const { ticket, order } = await placeFor(customer, approval, changed)
  return { ...approval, approval, customer, order, claimed: await payBy(ticket, order, customer) }
}

async function isPaidOnce(customer: Person, order: string) {
  expect(await orderOf(customer, order)).toMatchObject({ status: 'processing', payment: { status: 'completed' } })
  expect(await paymentsOf(order)).toMatchObject([{ status: 'completed', problem: null, amount_cents: TOTAL }])
  expect(await historyOf(order)).toEqual(['pending', 'processing'])
}

describe('an express payment', () => {
  it('leads back to the checkout, which learns from the provider who buys and where it goes', async () => {
    const approval = await anApproval()
    const { back } = approval

    expect(back.pathname + back.search).toMatch(/^\/account\/checkout\?express=paypal&token=\w+&PayerID=\w+$/)
    expect((await buyerOf(approval)).data).toMatchObject({
      email: 'buyer@example.com',
      isComplete: true,
      address: {
        name: { firstName: 'Test', lastName: 'Buyer' },
        city: 'Mumbai',
        country: 'India',
        phoneNumber: '9820012345',
      },
    })
  })

  it('leads back to the cart, by an address that tells the return from a visit, where the buyer does not agree', async () => {
    const { pathname, search } = (await anApproval('cancel')).back

    expect(pathname + search).toMatch(/^\/cart\?express=paypal&token=\w+$/)
  })

  it('is the buyer’s under the email that they choose for it at the provider', async () => {
    const approval = await anApproval('pay', { contact_email: 'office@example.com' })

    expect((await buyerOf(approval)).data).toMatchObject({ email: 'office@example.com', isComplete: true })
  })

  it('says what is missing where the provider tells no phone', async () => {
    expect((await buyerOf(await anApproval('pay', { phone: '' }))).data).toMatchObject({
      isComplete: false,
      address: { phoneNumber: '', city: 'Mumbai' },
    })
  })

  it('asks for another email where no order may have that of the provider', async () => {
    const approval = await anApproval('pay', { contact_email: 'müller@exämple.de' })

    expect((await buyerOf(approval)).data).toMatchObject({ email: 'müller@exämple.de', isComplete: false })
  })

  it('asks for another address where the shop does not deliver to that of the provider', async () => {
    expect((await buyerOf(await anApproval('pay', { country_code: 'NP' }))).data).toMatchObject({
      isComplete: false,
      address: { country: 'Nepal' },
    })
  })

  it('may go abroad, to an address that names its country as the shop’s pages read it', async () => {
    await shop.changeSettings({ countries: { sold: ['IN', 'DE'] } })
    const berlin = { address_line_1: 'Torstraße 1', address_line_2: '', admin_area_2: 'Berlin', admin_area_1: '' }
    const fields = { ...berlin, postal_code: '10115', country_code: 'DE', phone: '15123456789' }

    expect((await buyerOf(await anApproval('pay', fields))).data).toMatchObject({
      isComplete: true,
      address: { country: 'Germany', postal: { country: 'DE' } },
    })
  })

  it('S1 pays the order that is placed after it, of its amount, by one capture', async () => {
    const { customer, order, session, claimed } = await aClaimedOrder()

    expect(claimed).toMatchObject({ status: 201, data: { orderId: session } })
    expect(claimed.data.approveUrl).toContain(`/account/pay/${order}?token=${session}&PayerID=`)
    expect(await report(customer, order, session)).toMatchObject({ status: 201, data: { amount: 198 } })
    await isPaidOnce(customer, order)
  })

  it('S2 is captured once for six clients and two reconcilers at the same moment', async () => {
    const { customer, order, session } = await aClaimedOrder()
    await shop.db.updateTable('payment_attempts').set({ next_check_at: new Date() }).execute()

    await Promise.all([
      ...Array.from({ length: 6 }, () => report(customer, order, session)),
      ...[1, 2].map(() => runPaymentRound(shop.db, shop.gateways, silent)),
    ])

    await isPaidOnce(customer, order)
  })

  it.each(['PATCH /v2/checkout/orders', '/capture$'])('S3 is paid when the answer of %s is lost', async path => {
    const { customer, order, session } = await aClaimedOrder()
    shop.emulator.addFault({ kind: 'drop', path, count: 1 })

    await report(customer, order, session)

    await isPaidOnce(customer, order)
  })

  it('S4 is paid by the next round when the browser dies after the press', async () => {
    const { customer, order } = await aClaimedOrder()
    await shop.db.updateTable('payment_attempts').set({ next_check_at: new Date() }).execute()

    await runPaymentRound(shop.db, shop.gateways, silent)

    await isPaidOnce(customer, order)
  })

  it('S5 captures nothing for an order that is cancelled meanwhile', async () => {
    const { customer, order, session } = await aClaimedOrder()
    await shop.call('PATCH', `/orders/${order}/cancel`, { as: customer })

    expect(await report(customer, order, session)).toMatchObject({ status: 409 })

    expect((await shop.gateway.retrieve(session))?.charge).toBeUndefined()
  })

  it('S7 is declined by the bank, and the next start opens another payment', async () => {
    const { customer, order, session } = await aClaimedOrder('refuse')
    expect((await report(customer, order, session)).data).toMatchObject({ status: 'failed' })

    const again = await start(customer, order)
    await approve(again.data.approveUrl)

    expect(again.data.orderId).not.toBe(session)
    expect(await report(customer, order, again.data.orderId)).toMatchObject({ data: { status: 'completed' } })
  })

  it('asks its buyer to agree again where the provider wants that, which is no decline', async () => {
    const { customer, order, session } = await aClaimedOrder()
    vi.spyOn(shop.gateway, 'capture').mockRejectedValueOnce(new GatewayError('unapproved', 'PAYER_ACTION_REQUIRED'))
    expect(await report(customer, order, session)).toMatchObject({
      status: 409,
      code: 'payment_unapproved',
      message: 'PayPal asks you to agree to this payment once more. Nothing was charged; please pay again.',
    })
    const attempts = shop.db.selectFrom('payment_attempts').select('declines').where('order_id', '=', order)
    expect(await attempts.execute()).toEqual([{ declines: 0 }])

    const again = await start(customer, order)
    await approve(again.data.approveUrl)

    expect(again.data.orderId).not.toBe(session)
    expect(await report(customer, order, again.data.orderId)).toMatchObject({ data: { status: 'completed' } })
  })

  it('C20 captures nothing without an order, also when its approval is announced', async () => {
    const { session } = await anApproval()
    const { customer, order } = await anOpenOrder()

    expect(await report(customer, order, session)).toMatchObject({ status: 409, code: 'payment_of_other_order' })
    await reconcileLatePayment(shop.db, shop.gateway, session)

    expect((await shop.gateway.retrieve(session))?.state).toBe('approved')
  })

  it('pays one order only', async () => {
    const { approval, customer } = await aClaimedOrder()
    const other = await placeFor(customer, approval)

    expect(await payBy(other.ticket, other.order, customer)).toMatchObject({
      status: 409,
      code: 'payment_of_other_order',
    })
    expect(await paymentsOf(other.order)).toEqual([])
  })

  it('takes what the order comes to when the cart changes after the agreement', async () => {
    const approval = await anApproval()
    const customer = await shop.customer()
    const products = approval.products.map(line => ({ ...line, quantity: 3 }))
    const { ticket, order } = await placeFor(customer, { ...approval, products })
    await payBy(ticket, order, customer)

    const { data } = await report(customer, order, approval.session)

    const { totalAmount } = await orderOf(customer, order)
    expect(totalAmount).toBeGreaterThan(400)
    expect(data).toMatchObject({ status: 'completed', amount: totalAmount })
  })

  it('tells the provider where the order goes that its buyer changes after the agreement', async () => {
    const { customer, order, session } = await aClaimedOrder('pay', { building: 'Office 4, Marina Towers' })
    vi.spyOn(shop.gateway, 'capture').mockRejectedValueOnce(new GatewayError('unapproved', 'PAYER_ACTION_REQUIRED'))
    await report(customer, order, session)

    const name = { firstName: 'Asha', lastName: 'Rao' }
    const told = { address: { name, building: 'Office 4, Marina Towers', city: 'Mumbai', pinCode: '400050' } }
    expect(await shop.gateway.express?.findBuyer(session)).toMatchObject(told)
  })

  it('is paid where the provider refuses the address that the order goes to', async () => {
    await shop.changeSettings({ countries: { sold: ['IN', 'AF'] } })
    const kabul = {
      city: 'Kabul',
      pinCode: '1001',
      countryCode: '93',
      phoneNumber: '701234567',
      country: 'Afghanistan',
    }
    const { customer, order, session } = await aClaimedOrder('pay', kabul)

    expect((await report(customer, order, session)).data).toMatchObject({ status: 'completed' })
  })

  it('tells nothing, and pays nothing, where another browser has agreed than the one that opened it', async () => {
    const approval = await anApproval()
    const { customer, order } = await anOpenOrder()

    expect(await buyerOf({ ...approval, payer: 'SOMEONEELSE13' })).toMatchObject({
      status: 409,
      code: 'payment_unknown',
    })
    expect(await payBy(approval.ticket, order, customer)).toMatchObject({ status: 409 })
  })

  it('is the customer’s who has agreed, and of no other', async () => {
    const approval = await anApproval()
    const { customer, order } = await anOpenOrder()
    const theirs = await buyerOf(approval, await shop.customer())

    expect(await payBy(theirs.data.ticket, order, customer)).toMatchObject({ status: 409 })
    const own = await buyerOf(approval, customer)
    expect(await payBy(own.data.ticket, order, customer)).toMatchObject({ status: 201 })
  })

  it('is refused with a ticket that this shop did not give, and with one that is too old', async () => {
    const approval = await anApproval()
    const { customer, order } = await anOpenOrder()
    const { ticket } = (await buyerOf(approval)).data
    expect(await payBy('made up', order, customer)).toMatchObject({ status: 409 })
    expect(await buyerOf({ ...approval, ticket: 'made up' })).toMatchObject({ status: 409 })

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 3_600_000 })
    onTestFinished(() => void vi.useRealTimers())

    expect(await payBy(ticket, order, customer)).toMatchObject({ status: 409, code: 'payment_unknown' })
    expect(await buyerOf(approval)).toMatchObject({ status: 409 })
  })

  it('tells nothing before the buyer has agreed', async () => {
    const { data } = await openExpress()
    expect(await buyerOf({ ticket: data.ticket, payer: 'SOMEONEELSE13' })).toMatchObject({ status: 409 })
  })

  it('B147 pays a guest’s order though the address has an account, which gets nothing of it', async () => {
    const account = await shop.customer()
    await shop.db.updateTable('users').set({ email: 'buyer@example.com' }).where('id', '=', account.id).execute()
    const approval = await anApproval()
    const { ticket, email, address: shippingAddress } = (await buyerOf(approval)).data

    const placed = await order({ products: approval.products, email, shippingAddress })
    const guest = browserOf(placed)
    expect(await payBy(ticket, placed.data._id, guest)).toMatchObject({ status: 201 })

    expect((await report(guest, placed.data._id, approval.session)).data).toMatchObject({ status: 'completed' })
    expect((await shop.get('/orders/current-user', account)).data).toEqual([])
  })

  it('is not opened for what cannot be ordered', async () => {
    const { id } = await shop.product({ is_active: false })
    const body = { products: [{ product: id, quantity: 1 }] }
    expect(await shop.call('POST', '/payments/paypal/express', { body })).toMatchObject({ status: 409 })
  })

  it('has a button at PayPal, and none where the owner wants none', async () => {
    const paypal = [{ name: 'paypal', displayName: 'PayPal', mode: 'test' }]
    expect((await shop.call('GET', '/shop')).data.express).toEqual(paypal)

    const ways = (isOn: boolean) => [{ way: 'paypal', isOn, countries: [], currencies: [], from: null, to: null }]
    await shop.changeSettings({ payments: { ways: ways(false) } })
    expect((await shop.call('GET', '/shop')).data.express).toBeUndefined()
    await shop.changeSettings({ payments: { ways: ways(true), express: false } })

    expect((await shop.call('GET', '/shop')).data.express).toBeUndefined()
    const { id: product } = await shop.product()
    const body = { products: [{ product, quantity: 1 }] }
    expect(await shop.call('POST', '/payments/paypal/express', { body })).toMatchObject({ code: 'gateway_not_offered' })
  })
})
