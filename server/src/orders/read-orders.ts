import {
  fromCents,
  isOffline,
  type Media,
  type Order,
  type OrderStatus,
  type OwnOrderSummary,
  type PricedOrder,
  toCents,
  type UnpaidOrder,
} from '@mela/contract'
import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { compiled } from '../platform/database/compiled.ts'
import type { Database, RowOf, Transaction } from '../platform/database/database.ts'
import { isoTime } from '../platform/database/days.ts'
import { countRows } from '../platform/database/ids.ts'
import { orderNumber } from '../platform/database/order-numbers.ts'
import { notFound } from '../platform/http/errors.ts'
import { withPostal } from '../shop/check-address.ts'
import { blockOf, type FoundGiftCard, findCardBlock } from './gift-cards/find-gift-cards.ts'
import { heldUntil } from './hold-orders.ts'
import { showPayLater } from './offline/bank-details.ts'

export async function requireOwnOrder(db: Database, userId: string, id: string): Promise<Order> {
  const order = await findOwnOrder(db, userId, id)
  if (!order) throw notFound('Order not found.')
  return order
}

export async function findOwnOrder(db: Database, userId: string, id: string): Promise<Order | undefined> {
  const [row] = await ownOrderRow(db, userId, id)
  return row && { ...(await withPayLater(db, row)), ...(row.guest_email !== null && { guestEmail: row.guest_email }) }
}

const guestEmail = sql<string | null>`(select email from users where users.id = user_id and role = 'guest')`

const ownOrderRow = compiled((db, userId: string, id: string) =>
  fullOrders(db).select(guestEmail.as('guest_email')).where('id', '=', id).where('user_id', '=', userId),
)

export async function listOwnOrders(db: Database, userId: string, { page, size }: { page: number; size: number }) {
  const offset = (page - 1) * size
  const own = db.selectFrom('orders').where('user_id', '=', userId)
  const [rows, total] = await Promise.all([ownOrderRows(db, userId, size, offset), countRows(own)])
  return { rows: rows.map(orderSummaryOf), total }
}

const ownOrderRows = compiled((db, userId: string, limit: number, offset: number) =>
  ordersWithLines(db).where('user_id', '=', userId).orderBy('id', 'desc').limit(limit).offset(offset),
)

export async function listFullOrders(db: Database, userId: string): Promise<Order[]> {
  const rows = await fullOrders(db).where('user_id', '=', userId).orderBy('id', 'desc').execute()
  return Promise.all(rows.map(row => withPayLater(db, row)))
}

const MOST_NAMED = 5

/** Finds the number, with or without its prefix, the id, or the end of an id. */
export const findOwnOrders = (db: Database, userId: string, name: string) =>
  db
    .selectFrom('orders')
    .select(['id as _id', orderNumber.as('number')])
    .where('user_id', '=', userId)
    .where(
      sql<boolean>`lower(${name}) in (id, right(id, 8), number::text, lower(${orderNumber}), ltrim(lower(${orderNumber}), '#'))`,
    )
    .orderBy('id', 'desc')
    .limit(MOST_NAMED)
    .execute()

const MOST_UNPAID = 20

export async function listUnpaidOrders(db: Database, userId: string): Promise<UnpaidOrder[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['id as _id', orderNumber.as('number'), isoTime('created_at').as('createdAt')])
    .select(['total_cents', 'gift_card_cents', 'currency', waitsUntil.as('expires_at')])
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .where('payment_id', 'is', null)
    .where(waitsUntil, '>', sql<Date>`now()`)
    .orderBy('id', 'desc')
    .limit(MOST_UNPAID)
    .$narrowType<{ expires_at: Date }>()
    .execute()
  return rows.map(({ total_cents, gift_card_cents, expires_at, ...row }) => ({
    ...row,
    totalAmount: fromCents(total_cents),
    amountToPay: fromCents(total_cents - gift_card_cents),
    expiresAt: expires_at.toISOString(),
  }))
}

export async function findOrder(db: Database, id: string): Promise<Order | undefined> {
  const row = await fullOrders(db).where('id', '=', id).executeTakeFirst()
  return row && withPayLater(db, row)
}

function fullOrders(db: Database) {
  return ordersWithLines(db).select(order => [
    'note',
    'gift_text',
    isoDay('arrives_from').as('arrives_from'),
    isoDay('arrives_to').as('arrives_to'),
    waitsUntil.as('waits_until'),
    sql<boolean>`exists (
      select from order_history where order_id = orders.id and to_status = 'cancelled' and actor_id is null
    )`.as('is_expired'),
    sql<boolean>`exists (
      select from payments
      where order_id = orders.id and status = 'failed' and problem is null and update_time > orders.expires_at
        and gateway not in ('transfer', 'delivery')
    )`.as('is_payment_refused'),
    jsonObjectFrom(
      order
        .selectFrom('payments')
        .select(['payments.id as _id', 'payments.status', 'gateway as paymentGateway'])
        .select(['transaction_id as transactionId', 'amount_cents', 'disputed'])
        .whereRef('payments.id', '=', 'orders.payment_id'),
    ).as('payment'),
    jsonArrayFrom(
      order
        .selectFrom('order_adjustments')
        .select(['kind', 'label', 'amount_cents', 'line', 'source', 'percent', 'taxable_cents'])
        .whereRef('order_adjustments.order_id', '=', 'orders.id')
        .orderBy('position'),
    ).as('adjustments'),
    sql<Date | null>`(select due_at from payments where payments.id = orders.payment_id)`.as('due_at'),
    sql<boolean>`exists (select from payments where payments.id = orders.payment_id and gateway_mode <> 'live')`.as(
      'is_test',
    ),
    giftCardsOf.as('gift_cards'),
    sumOfTaken("case when status = 'pending' then received_cents else amount_cents end").as('paid_cents'),
    sumOfTaken('refunded_cents').as('refunded_cents'),
    jsonArrayFrom(
      order
        .selectFrom('refunds')
        .innerJoin('payments', 'payments.id', 'refunds.payment_id')
        .select(['refunds.id as _id', 'refunds.amount_cents', 'state', isoTime('refunds.created_at').as('createdAt')])
        .select(isoTime<string | null>('completed_at').as('completedAt'))
        .whereRef('payments.order_id', '=', 'orders.id')
        .orderBy('refunds.id'),
    ).as('refunds'),
    jsonArrayFrom(
      order
        .selectFrom('invoices')
        .select(['invoices.id as _id', 'kind', 'invoices.number', 'amount_cents', isoTime('issued_at').as('issuedAt')])
        .whereRef('invoices.order_id', '=', 'orders.id')
        .orderBy('invoices.id'),
    ).as('invoices'),
    jsonArrayFrom(
      order
        .selectFrom('order_history')
        .select(['to_status as status', isoTime('order_history.created_at').as('at')])
        .whereRef('order_history.order_id', '=', 'orders.id')
        .orderBy('order_history.id'),
    ).as('history'),
  ])
}

interface PayingCard {
  shown: Pick<Order['giftCards'][number], '_id' | 'lastFour' | 'expiresAt'>
  amount_cents: number
  returned_cents: number
  block: FoundGiftCard['block']
  sellsIn: string
}

const giftCardsOf = sql<PayingCard[]>`(
  select coalesce(json_agg(json_build_object(
    'shown', json_build_object('_id', id, 'lastFour', last_four, 'expiresAt', ${isoTime('expires_at')}),
    'amount_cents', -taken, 'returned_cents', returned, 'block', ${blockOf}, 'sellsIn', shop_currency()
  ) order by id), '[]')
  from (
    select gift_card_id, coalesce(sum(delta_cents) filter (where reason = 'order'), 0) as taken,
      coalesce(sum(delta_cents) filter (where reason <> 'order'), 0) as returned
    from gift_card_ledger where gift_card_ledger.order_id = orders.id and reason <> 'take-back' group by gift_card_id
  ) as booked join gift_cards on gift_cards.id = gift_card_id)`

/** A failed payment with a problem was captured and must not count; one that the shop stopped has no charge. */
const sumOfTaken = (cents: string) => sql<number>`(
  select coalesce(sum(${sql.raw(cents)}), 0)::bigint from payments
  where order_id = orders.id and (status = 'completed' or received_cents > 0
    or (status = 'failed' and problem is not null and transaction_id <> provider_order_id)))`

export function ordersWithLines(db: Database) {
  return db
    .selectFrom('orders')
    .select(['id', orderNumber.as('number'), 'user_id', shownStatus.as('status'), 'payment_id'])
    .select(['shipping_address', 'created_at'])
    .select(['sub_total_cents', 'saved_cents', 'shipping_cents', 'tax_cents', 'total_cents', 'currency'])
    .select(['gift_card_cents', 'tax_included', 'tax_percent'])
    .select(['billing_address', 'company', 'tax_number', 'tax_exemption'])
    .select(order =>
      jsonArrayFrom(
        order
          .selectFrom('order_lines')
          .select(['product_id as product', 'variant_id as variant', 'name', 'sku', 'options', 'quantity'])
          .select([picture.as('thumbnail'), 'price_cents', 'saved_cents', giftsOf.as('gifts')])
          .select(['tax_class as taxClass', 'hsn_code as hsnCode'])
          .whereRef('order_lines.order_id', '=', 'orders.id')
          .orderBy('position'),
      ).as('lines'),
    )
}

/** Staff may have corrected for whom a card is. */
const giftsOf = sql<RowOf<'order_lines'>['gift_cards']>`case when order_lines.gift_cards is not null then coalesce((
  select jsonb_agg(jsonb_strip_nulls(to_jsonb(gift))) from (
    select count(*) as quantity, recipient_email as email, message from gift_cards
    where gift_cards.order_id = orders.id and line = order_lines.position
    group by recipient_email, message order by min(id)
  ) as gift), order_lines.gift_cards) end`

/** An unpaid order expires later while the provider is being queried. */
export const waitsUntil = sql<Date | null>`case when status = 'pending' and payment_id is null then greatest(expires_at, (
  select max(${heldUntil}) from payment_attempts where order_id = orders.id and state = 'open')) end`

/** Past its time an order reads as cancelled; the next round of `expireOrders()` writes that. */
const shownStatus = sql<OrderStatus>`case when ${waitsUntil} <= now() then 'cancelled' else status end`

/** A picture of the time of purchase may have been deleted since. */
const picture = sql<Media | null>`
  case when exists (select from media where media.id = picture ->> '_id') then picture end`

type OrderRow = Awaited<ReturnType<ReturnType<typeof ordersWithLines>['execute']>>[number]

type FullOrderRow = Awaited<ReturnType<ReturnType<typeof fullOrders>['execute']>>[number]

async function withPayLater(db: Database, row: FullOrderRow): Promise<Order> {
  const order = orderOf(row)
  const { payment } = order
  if (payment?.status !== 'pending' || !isOffline(payment.paymentGateway)) return order
  const amounts = { cents: toCents(payment.amount), receivedCents: row.paid_cents, currency: order.currency }
  // Staff decide about an order that was sent or paid in part.
  const until = order.status === 'processing' && row.paid_cents === 0 ? row.due_at : null
  const terms = { way: payment.paymentGateway, isTest: row.is_test, until }
  return { ...order, payLater: await showPayLater(db, { ...order, ...terms, ...amounts }) }
}

function orderOf(row: FullOrderRow): Order {
  const expiresAt = row.waits_until?.toISOString() ?? null
  const expiry = expiresAt !== null && row.status === 'cancelled' ? [{ status: row.status, at: expiresAt }] : []
  const isDue = expiry.length > 0
  return {
    ...headOf(row),
    ...buyerOf(row),
    adjustments: row.adjustments.map(adjustmentOf),
    expiresAt: isDue ? null : expiresAt,
    isExpired: isDue || row.is_expired,
    isPaymentRefused: row.is_payment_refused,
    payment: row.payment && inDecimal(row.payment),
    ...(row.note !== null && { note: row.note }),
    ...(row.gift_text !== null && { giftText: row.gift_text }),
    ...((row.arrives_from ?? row.arrives_to) !== null && { arrives: { from: row.arrives_from, to: row.arrives_to } }),
    giftCards: row.gift_cards.map(({ shown, amount_cents, returned_cents, block, sellsIn }) => ({
      ...{ ...shown, amount: fromCents(amount_cents), amountRefunded: fromCents(returned_cents) },
      refusal: findCardBlock({ block, currency: row.currency }, sellsIn) ?? null,
    })),
    amountPaid: fromCents(row.paid_cents),
    amountRefunded: fromCents(row.refunded_cents),
    refunds: row.refunds.map(inDecimal),
    invoices: row.invoices.map(inDecimal),
    history: [...row.history, ...expiry],
    products: row.lines.map(line => {
      const { product: _id, name, thumbnail, ...shown } = lineOf(line)
      return { ...shown, ...(line.gifts && { gifts: line.gifts }), product: { _id, name, thumbnail } }
    }),
  }
}

const buyerOf = ({ billing_address, company, tax_number, tax_exemption }: FullOrderRow) => ({
  billingAddress: billing_address && withPostal(billing_address),
  company,
  taxNumber: tax_number,
  taxExemption: tax_exemption,
})

function inDecimal<Part extends { amount_cents: number }>({ amount_cents, ...part }: Part) {
  return { ...part, amount: fromCents(amount_cents) }
}

export const orderSummaryOf = (row: OrderRow): OwnOrderSummary => ({
  ...headOf(row),
  payment: row.payment_id,
  products: row.lines.map(lineOf),
})

function headOf(row: OrderRow) {
  return {
    _id: row.id,
    number: row.number,
    user: row.user_id,
    createdAt: row.created_at.toISOString(),
    status: row.status,
    subTotal: fromCents(row.sub_total_cents),
    savedAmount: fromCents(row.saved_cents),
    shippingAmount: fromCents(row.shipping_cents),
    taxAmount: fromCents(row.tax_cents),
    totalAmount: fromCents(row.total_cents),
    giftCardAmount: fromCents(row.gift_card_cents),
    amountToPay: fromCents(row.total_cents - row.gift_card_cents),
    currency: row.currency,
    taxIncluded: row.tax_included,
    taxPercent: row.tax_percent,
    shippingAddress: withPostal(row.shipping_address),
  }
}

function lineOf({ price_cents, saved_cents, gifts, ...line }: OrderRow['lines'][number]) {
  return { ...line, price: fromCents(price_cents), savedAmount: fromCents(saved_cents) }
}

/** Deletes what a buyer has typed; the state of an address stays, because tax depends on it. */
export async function hideBuyers(db: Transaction, orders: string[]): Promise<void> {
  const blank = { name: { firstName: 'Deleted', lastName: 'user' }, countryCode: '', phoneNumber: '' }
  const address = JSON.stringify({ ...blank, building: '', street: '', pinCode: '' })
  await db
    .updateTable('orders')
    .set({ shipping_address: sql`shipping_address || ${address}::jsonb`, note: null, gift_text: null })
    .set({ billing_address: null, company: null, tax_number: null })
    .set({ guest_mailbox: null, anonymised_at: sql<Date>`now()` })
    .where('id', '=', sql<string>`any(${orders})`)
    .execute()
  await sql`update order_lines set gift_cards = (
    select jsonb_agg(jsonb_build_object('quantity', gift -> 'quantity')) from jsonb_array_elements(gift_cards) gift)
    where order_id = any(${orders}) and gift_cards is not null`.execute(db)
  await sql`update gift_cards set recipient_email = null, message = null where order_id = any(${orders})`.execute(db)
  // Staff may have noted who paid.
  await sql`update payment_receipts set note = null from payments
    where payment_id = payments.id and order_id = any(${orders})`.execute(db)
}

type AdjustmentRow = ReturnType<typeof adjustmentRows>[number]

export function adjustmentOf(row: Omit<AdjustmentRow, 'order_id' | 'position'>): Order['adjustments'][number] {
  const { kind, label, amount_cents, line, source, percent, taxable_cents } = row
  const taxable = taxable_cents === null ? null : fromCents(taxable_cents)
  return { kind, label, amount: fromCents(amount_cents), line, source, percent, taxable }
}

export const adjustmentRows = (order_id: string, { adjustments }: PricedOrder) =>
  adjustments.map(({ kind, label, cents, line, source, percent, taxable }, position) => ({
    ...{ order_id, position, kind, label, amount_cents: cents },
    ...{ line: line ?? null, source: source ?? null, percent: percent ?? null, taxable_cents: taxable ?? null },
  }))

const isoDay = (column: string) => sql<string | null>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`
