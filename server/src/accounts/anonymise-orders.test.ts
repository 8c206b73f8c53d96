import { ORDER_RETENTION_YEARS } from '@mela/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { cleanUp } from '../operate/open-work.ts'
import { giftCardsOf } from '../orders/gift-cards/gift-cards-fixtures.ts'
import { guestsOf } from '../orders/guests-fixtures.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { insertAnswer, markAnswer } from '../payments/answer-dispute.ts'
import { reconcilePayment } from '../payments/capture-payment.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { listAnswers } from '../payments/read-disputes.ts'
import { saveDispute } from '../payments/refresh-disputes.ts'
import { hashPassword } from '../people/passwords.ts'
import { newId } from '../platform/database/ids.ts'

const shop = startShop()
const { buy, cancel } = shoppersOf(shop)
const { aGuestOrder } = guestsOf(shop)
const { aCode, place } = giftCardsOf(shop, shop.anAdmin())
const { anOrder, aSession, pay, start } = buyersOf(shop)

const password = 'Kadamba#41'
const leave = (as: Person) => shop.call('DELETE', '/users/current-user', { as, body: { password } })
const aCustomer = async () => shop.customer({ password_hash: await hashPassword(password) })

const nameless = {
  name: { firstName: 'Deleted', lastName: 'user' },
  countryCode: '',
  phoneNumber: '',
  building: '',
  street: '',
  city: 'Mumbai',
  state: 'Maharashtra',
  pinCode: '',
  country: 'India',
}

async function addressOf(order: string) {
  const found = shop.db.selectFrom('orders').select('shipping_address').where('id', '=', order)
  return (await found.executeTakeFirstOrThrow()).shipping_address
}

async function payersOf(order: string) {
  const rows = await shop.db.selectFrom('payments').select('email_address').where('order_id', '=', order).execute()
  return rows.map(({ email_address }) => email_address)
}

const isFoundBy = async (keyword: string, order: string) => {
  const { data } = await shop.get(`/orders?keyword=${keyword}`, await shop.admin())
  return data.some(({ _id }: { _id: string }) => _id === order)
}

const setStatus = (order: string, status: 'cancelled' | 'delivered') =>
  shop.db.updateTable('orders').set({ status }).where('id', '=', order).execute()

/** Moves the order so that it is this many days past its retention period, or before its end. */
const placeBeforeRetention = (order: string, days: number) =>
  sql`update orders set created_at = now() - make_interval(years => ${ORDER_RETENTION_YEARS}, days => ${days})
    where id = ${order}`.execute(shop.db)

/** A customer whose only order was paid and delivered. */
async function aDeliveredOrder() {
  const customer = await aCustomer()
  const order = await anOrder(customer)
  await pay(customer, order)
  await setStatus(order, 'delivered')
  return { customer, order }
}

/** A dispute answered with every kind of evidence; answers its id. */
async function anAnsweredDispute(order: string): Promise<string> {
  const { id: payment } = await shop.db
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', order)
    .executeTakeFirstOrThrow()
  const words = { reason: 'OTHER', status: 'RESOLVED', stage: 'CHARGEBACK', outcome: 'RESOLVED_SELLER_FAVOUR' }
  const when = { respondBy: undefined, openedAt: new Date(), updatedAt: new Date() }
  const amount = { cents: 19_800, currency: 'USD' }
  const event = { id: newId(), chargeId: undefined, amount, awarded: undefined, state: 'won', words, ...when } as const
  await shop.db.transaction().execute(db => saveDispute(db, 'paypal', payment, event))
  const { id } = await shop.db
    .selectFrom('disputes')
    .select('id')
    .where('payment_id', '=', payment)
    .executeTakeFirstOrThrow()
  const file = { name: 'asha.pdf', contentType: 'application/pdf', bytes: Buffer.from('%PDF-') } as const
  const parcel = { carrier: 'India Post', trackingNumber: 'EE123456789IN', text: 'Asha took it.', files: [file] }
  const { id: actorId } = await shop.admin()
  const answer = await insertAnswer(shop.db, { disputeId: id, actorId, action: 'provide-evidence', ...parcel })
  await markAnswer(shop.db, answer, { state: 'refused', refusal: 'PayPal: EE123456789IN is unknown.' })
  return id
}

describe('the orders of a deleted account', () => {
  it('B67 lose name, contact and street at once when nothing was paid, and are not found by them', async () => {
    const customer = await aCustomer()
    const order = await anOrder(customer)
    await pay(customer, order, 'refuse')
    expect(await payersOf(order)).toEqual(['buyer@example.com'])

    await leave(customer)

    expect(await addressOf(order)).toEqual(nameless)
    expect(await payersOf(order)).toEqual([null])
    expect(await isFoundBy('9820012345', order)).toBe(false)
    expect(await isFoundBy(order, order)).toBe(true)
  })

  it('B67 stay complete when they were paid, until the retention period ends', async () => {
    const { customer, order } = await aDeliveredOrder()
    const [address, payers] = [await addressOf(order), await payersOf(order)]
    await leave(customer)
    await placeBeforeRetention(order, -1)

    await cleanUp(shop.db)
    expect(await addressOf(order)).toEqual(address)
    expect(await payersOf(order)).toEqual(payers)
    await placeBeforeRetention(order, 1)
    await cleanUp(shop.db)

    expect(await addressOf(order)).toEqual(nameless)
    expect(await payersOf(order)).toEqual([null])
  })

  it('B67 stay complete when they were cancelled after a capture', async () => {
    const customer = await aCustomer()
    const order = await anOrder(customer)
    await pay(customer, order)
    await cancel(order, customer)

    await leave(customer)

    expect(await addressOf(order)).toMatchObject({ name: { firstName: 'Asha' }, street: 'Carter Road, Bandra West' })
  })

  it('B67 lose text, tracking number and files of the answers to their disputes', async () => {
    const { customer, order } = await aDeliveredOrder()
    const dispute = await anAnsweredDispute(order)
    await leave(customer)
    await placeBeforeRetention(order, 1)

    await cleanUp(shop.db)

    const [answer] = await listAnswers(shop.db, dispute)
    const left = { action: 'provide-evidence', state: 'refused', carrier: 'India Post', files: [] }
    expect(answer).toMatchObject({ ...left, text: null, trackingNumber: null, refusal: null })
  })

  it('B67 do not store the payer again when a payment is reported later', async () => {
    const customer = await aCustomer()
    const order = await anOrder(customer)
    const { data } = await start(customer, order)
    await leave(customer)
    const amount = { cents: 19_800, currency: 'USD' }
    const charge = { id: 'LATE', state: 'completed', amount, at: new Date() } as const
    const payerEmail = 'buyer@example.com'
    const reported = await aSession(order, data.orderId, { state: 'charged', charge, payerEmail })

    await reconcilePayment(shop.db, shop.gateway, reported)

    expect(await payersOf(order)).toEqual([null])
  })
})

describe('B67 an order that was invoiced before it was paid, and cancelled', () => {
  beforeAll(async () => {
    const off = { countries: [], currencies: [], from: null, to: null }
    const ways = [{ way: 'transfer' as const, isOn: true, ...off }]
    const payments = { ways, accountHolder: 'Mela Ltd', iban: 'DE89370400440532013000' }
    expect(await shop.changeSettings({ payments })).toMatchObject({ status: 200 })
  })

  const makeReal = (order: string) =>
    shop.db.updateTable('invoices').set({ is_test: false }).where('order_id', '=', order).execute()
  const placeAgo = (order: string, days: number) =>
    sql`update orders set created_at = now() - make_interval(days => ${days}) where id = ${order}`.execute(shop.db)
  const userOf = ({ id }: Person) =>
    shop.db.selectFrom('users').select(['first_name', 'email']).where('id', '=', id).executeTakeFirstOrThrow()
  const unreachable = ({ id }: Person) => ({ first_name: 'Deleted', email: `${id}@deleted.invalid` })

  const named = { name: { firstName: 'Asha' }, street: 'Carter Road, Bandra West' }

  async function aCancelledOrder(customer: Person) {
    const { data } = await buy(customer, [{ product: (await shop.product()).id, quantity: 1 }], { gateway: 'transfer' })
    await cancel(data._id, customer)
    return data._id
  }

  it("keeps a guest's name and email until the retention period ends; with a test invoice they go in 30 days", async () => {
    const [real, test] = [await aGuestOrder({ gateway: 'transfer' }), await aGuestOrder({ gateway: 'transfer' })]
    for (const { guest, order } of [real, test]) {
      expect(await cancel(order, guest)).toMatchObject({
        status: 200,
        data: { invoices: [{}, { kind: 'credit-note' }] },
      })
      await placeAgo(order, 31)
    }
    await makeReal(real.order)

    await cleanUp(shop.db)
    expect(await addressOf(real.order)).toMatchObject(named)
    expect(await userOf(real.guest)).toMatchObject({ email: real.email })
    expect(await addressOf(test.order)).toEqual(nameless)
    expect(await userOf(test.guest)).toEqual(unreachable(test.guest))
    await placeBeforeRetention(real.order, 1)
    await cleanUp(shop.db)

    expect(await addressOf(real.order)).toEqual(nameless)
    expect(await userOf(real.guest)).toEqual(unreachable(real.guest))
  })

  it('keeps its address when the account is deleted, whose own data go', async () => {
    const customer = await aCustomer()
    const [real, test] = [await aCancelledOrder(customer), await aCancelledOrder(customer)]
    await makeReal(real)

    await leave(customer)
    await cleanUp(shop.db)

    expect(await addressOf(real)).toMatchObject(named)
    expect(await addressOf(test)).toEqual(nameless)
    expect(await userOf(customer)).toEqual(unreachable(customer))
  })

  it('keeps its address also when gift cards covered it', async () => {
    const customer = await aCustomer()
    const { data } = await place(customer, [(await aCode(200)).code])
    await makeReal(data._id)
    expect(await cancel(data._id, customer)).toMatchObject({ status: 200 })

    await leave(customer)

    expect(await addressOf(data._id)).toMatchObject(named)
  })
})
