import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import type { Database } from '../platform/database/database.ts'
import { examine } from './checks.ts'

const shop = startShop()
const { cancel, update } = shoppersOf(shop)
const { anOpenOrder, pay } = buyersOf(shop)

const kinds = ['pending', 'paid', 'declined', 'shipped', 'cancelled', 'returned', 'unpaid', 'refunded'] as const

const paid = new Set(['paid', 'shipped', 'returned', 'refunded'])

/** An order of each kind. */
const orders = new Map<string, string>()
const known = (text: string) => text.replaceAll(/:(\w+)/g, (_, kind) => orders.get(kind) ?? kind)

beforeAll(async () => {
  const admin = await shop.admin()
  for (const kind of kinds) {
    const { customer, order } = await anOpenOrder()
    orders.set(kind, order)
    if (paid.has(kind)) await pay(customer, order)
    if (kind === 'declined') await pay(customer, order, 'refuse')
    if (kind === 'shipped' || kind === 'unpaid') await update(order, admin, { status: 'shipped' })
    if (kind === 'refunded') await update(order, admin, { status: 'refunded' })
    if (kind === 'cancelled' || kind === 'returned') await cancel(order, customer)
  }
})

const complaintsOf = async (db: Database) =>
  (await examine(db)).filter(({ isFine }) => !isFine).flatMap(({ lines }) => lines)

/** The doctor's findings after this statement, which is then rolled back. */
async function complaintsAfter(statement: string): Promise<string[]> {
  const undo = new Error('This is undone.')
  let complaints: string[] = []
  const tampering = shop.db.transaction().execute(async db => {
    await sql`alter table stock_ledger disable trigger all`.execute(db)
    await sql.raw(statement).execute(db)
    complaints = await complaintsOf(db)
    throw undo
  })
  await expect(tampering).rejects.toBe(undo)
  return complaints
}

it('a shop without manual changes has no findings', async () => {
  expect(await complaintsOf(shop.db)).toEqual([])
})

it.each([
  [
    'an invoice that was deleted',
    `delete from invoices where order_id = ':paid'`,
    /^Invoices: series invoice of \d{4} counts to 4 and has 3\.$/,
  ],
  [
    'a credit note over more than its invoice',
    `update invoices set amount_cents = amount_cents + 1 where order_id = ':refunded' and kind = 'credit-note'`,
    /^Invoices: invoice TEST-\d{4}-\d{4} over 19800 is credited with 19801\.$/,
  ],
  [
    'a line without a stock movement',
    `update order_lines set quantity = 2, price_cents = 5000 where order_id = ':pending'`,
    /^Orders: order :pending took 1 of variant [0-9a-f]{24}, its lines say 2\.$/,
  ],
  [
    'a cancelled order that kept its stock',
    `delete from stock_ledger where order_id = ':cancelled' and reason = 'release'`,
    /^Orders: order :cancelled is cancelled and gave back 0 of variant [0-9a-f]{24} instead of 1\.$/,
  ],
  [
    'an open order that gave its stock back',
    `insert into stock_ledger (variant_id, product_id, delta, reason, order_id)
     select variant_id, product_id, 1, 'release', order_id from order_lines where order_id = ':paid'`,
    /^Orders: order :paid is processing and gave back 1 of variant [0-9a-f]{24} instead of 0\.$/,
  ],
  [
    'a total that is not that of the lines',
    `update orders set sub_total_cents = 1, total_cents = total_cents - 9999 where id = ':pending'`,
    /^Orders: order :pending costs 1 and saves 0, its lines 10000 and 0\.$/,
  ],
  [
    'a shipping that no adjustment explains',
    `delete from order_adjustments where order_id = ':pending' and kind = 'shipping'`,
    /^Orders: order :pending ships for 8000 and is taxed 1800, its adjustments say 0 and 1800\.$/,
  ],
  [
    'a status without a history',
    `update orders set status = 'delivered' where id = ':shipped'`,
    /^Orders: order :shipped is delivered, its history says shipped\.$/,
  ],
  [
    'a payment of another amount',
    `update payments set amount_cents = 1 where order_id = ':paid'`,
    /^Payments: payment [0-9a-f]{24} of 1 USD is not that of order :paid over 19800\.$/,
  ],
  [
    'an order with a payment that failed',
    `update orders set payment_id = (select id from payments where order_id = ':declined')
     where id = ':declined'`,
    /^Payments: order :declined names payment [0-9a-f]{24}, which does not count for it\.$/,
  ],
  [
    'a shipped order without payment and actor',
    `update order_history set actor_id = null where order_id = ':unpaid'`,
    /^Payments: order :unpaid is shipped and was not paid\.$/,
  ],
  [
    'a paid order that is still pending',
    `update orders set status = 'pending' where id = ':paid'`,
    /^Payments: order :paid is pending and was paid\.$/,
  ],
  [
    'a product that is found at a price which none of its variants has',
    `update product_index set price_cents = 1, saved_percent = 99
     where product_id in (select product_id from order_lines where order_id = ':pending')`,
    /^Stock: product [0-9a-f]{24} is indexed at 1 and 99% less, its variants cost 10000 and 0% less\.$/,
  ],
  [
    'a refund that its payment does not count',
    `update payments set refunded_cents = 0 where order_id = ':refunded'`,
    /^Refunds: payment [0-9a-f]{24} says that it gave back 0, its refunds say 19800\.$/,
  ],
  [
    'a payment refunded twice',
    `insert into refunds (id, payment_id, request_id, amount_cents, currency, state, origin)
     select '000000000000000000000000', id, 'again', 1, currency, 'queued', 'staff' from payments where order_id = ':refunded'`,
    /^Refunds: payment [0-9a-f]{24} of 19800 is asked to give back 19801\.$/,
  ],
  [
    'a refunded order without a refund',
    `update orders set status = 'refunded' where id = ':paid'`,
    /^Refunds: order :paid is refunded, its payment gave back 0 of 19800\.$/,
  ],
  [
    'a cancelled order without its automatic refund',
    `delete from refunds where payment_id = (select payment_id from orders where id = ':returned')`,
    /^Refunds: order :returned is cancelled, 0 of 19800 paid for it is asked to go back\.$/,
  ],
  [
    'a refund that is due and is not shown',
    `alter table payments disable trigger all; update payments set refunded_cents = 0 where order_id = ':returned'`,
    /^Refunds: payment [0-9a-f]{24} says that a refund is due: f\.$/,
  ],
  [
    'payments whose provider never sent an event',
    `update payments set created_at = now() - interval '2 hours' where order_id in (':paid', ':shipped')`,
    /^Events: no event of PayPal has arrived in the last month, but that many payments were made: 2: check the address/,
  ],
])('names %s', async (_, statement, complaint) => {
  const complaints = await complaintsAfter(known(statement))

  expect(complaints).toContainEqual(expect.stringMatching(new RegExp(known(complaint.source))))
})

it('has no findings for payments whose events arrive, or that no provider knows', async () => {
  const long = `update payments set created_at = now() - interval '2 hours'`
  const received = `insert into webhook_events (gateway, event_id, kind, event_type, object_id)
    values ('paypal', 'WH-NEW', 'charge', 'changed', 'X')`
  const demo = `update payments set transaction_id = 'DEMO' || id`
  const reported = `update payment_attempts set provider_order_id = null`

  for (const reason of [received, demo, reported]) expect(await complaintsAfter(`${long}; ${reason}`)).toEqual([])
})
