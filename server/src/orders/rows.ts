import {
  fromCents,
  type Media,
  type Order,
  type OrderStatus,
  type OrderSummary,
  type OwnOrderSummary,
  type PricedOrder,
} from '@mela/contract'
import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Database } from '../platform/database/database.ts'
import { isoTime } from '../platform/database/days.ts'
import { orderNumber } from '../platform/database/order-numbers.ts'
import { withPostal } from '../shop/check-address.ts'
import { heldUntil } from './expire-orders.ts'

export function fullOrders(db: Database) {
  return ordersWithLines(db).select(order => [
    waitsUntil.as('waits_until'),
    sql<boolean>`exists (
      select from order_history where order_id = orders.id and to_status = 'cancelled' and actor_id is null
    )`.as('is_expired'),
    sql<boolean>`exists (
      select from payments
      where order_id = orders.id and status = 'failed' and problem is null and update_time > orders.expires_at
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
        .select(['kind', 'label', 'amount_cents'])
        .whereRef('order_adjustments.order_id', '=', 'orders.id')
        .orderBy('position'),
    ).as('adjustments'),
    sumOfTaken('amount_cents').as('paid_cents'),
    sumOfTaken('refunded_cents').as('refunded_cents'),
    jsonArrayFrom(
      order
        .selectFrom('refunds')
        .innerJoin('payments', 'payments.id', 'refunds.payment_id')
        .select(['refunds.id as _id', 'refunds.amount_cents', 'state'])
        .select([
          isoTime('refunds.created_at').as('createdAt'),
          isoTime<string | null>('completed_at').as('completedAt'),
        ])
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

/** A failed payment with a problem was captured and must not count. */
const sumOfTaken = (column: 'amount_cents' | 'refunded_cents') => sql<number>`(
  select coalesce(sum(${sql.ref(column)}), 0)::bigint from payments
  where order_id = orders.id and (status = 'completed' or (status = 'failed' and problem is not null)))`

export function ordersWithLines(db: Database) {
  return db
    .selectFrom('orders')
    .select([
      'id',
      orderNumber.as('number'),
      'user_id',
      shownStatus.as('status'),
      'payment_id',
      'shipping_address',
      'created_at',
    ])
    .select(['sub_total_cents', 'saved_cents', 'shipping_cents', 'tax_cents', 'total_cents', 'currency'])
    .select(['tax_included', 'tax_percent'])
    .select(order =>
      jsonArrayFrom(
        order
          .selectFrom('order_lines')
          .select(['product_id', 'name', picture.as('picture'), 'price_cents', 'saved_cents', 'quantity'])
          .select(['variant_id', 'sku', 'options'])
          .whereRef('order_lines.order_id', '=', 'orders.id')
          .orderBy('position'),
      ).as('lines'),
    )
}

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

export function orderOf(row: FullOrderRow): Order {
  const expiresAt = row.waits_until?.toISOString() ?? null
  const expiry = expiresAt !== null && row.status === 'cancelled' ? [{ status: row.status, at: expiresAt }] : []
  const isDue = expiry.length > 0
  return {
    ...headOf(row),
    adjustments: row.adjustments.map(inDecimal),
    expiresAt: isDue ? null : expiresAt,
    isExpired: isDue || row.is_expired,
    isPaymentRefused: row.is_payment_refused,
    payment: row.payment && inDecimal(row.payment),
    amountPaid: fromCents(row.paid_cents),
    amountRefunded: fromCents(row.refunded_cents),
    refunds: row.refunds.map(inDecimal),
    invoices: row.invoices.map(inDecimal),
    history: [...row.history, ...expiry],
    products: row.lines.map(line => ({
      ...lineOf(line),
      product: { _id: line.product_id, name: line.name, thumbnail: line.picture },
    })),
  }
}

function inDecimal<Part extends { amount_cents: number }>({ amount_cents, ...part }: Part) {
  return { ...part, amount: fromCents(amount_cents) }
}

export function ownOrderSummaryOf(row: OrderRow): OwnOrderSummary {
  const products = row.lines.map(line => ({
    ...lineOf(line),
    product: line.product_id,
    name: line.name,
    thumbnail: line.picture,
  }))
  return { ...headOf(row), payment: row.payment_id, products }
}

export function orderSummaryOf(row: OrderRow): OrderSummary {
  const products = row.lines.map(line => ({ ...lineOf(line), product: line.product_id }))
  return { ...headOf(row), payment: row.payment_id, products }
}

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
    currency: row.currency,
    taxIncluded: row.tax_included,
    taxPercent: row.tax_percent,
    shippingAddress: withPostal(row.shipping_address),
  }
}

function lineOf({ price_cents, saved_cents, quantity, variant_id: variant, sku, options }: OrderRow['lines'][number]) {
  return { price: fromCents(price_cents), savedAmount: fromCents(saved_cents), quantity, variant, sku, options }
}

export const adjustmentRows = (order_id: string, { adjustments }: PricedOrder) =>
  adjustments.map(({ cents: amount_cents, ...row }, position) => ({ ...row, order_id, position, amount_cents }))
