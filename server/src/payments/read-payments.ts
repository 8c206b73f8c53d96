import {
  type Calls,
  fromCents,
  isOffline,
  type Payment,
  type PaymentStatus,
  type QueryOf,
  type RefundablePayment,
  type ShownPayment,
  type StaffPayment,
} from '@mela/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import { spentOfOrder } from '../orders/gift-cards/use-gift-cards.ts'
import type { SessionUser } from '../people/session-user.ts'
import type { Database } from '../platform/database/database.ts'
import { withinDays } from '../platform/database/days.ts'
import { findIds, inOrder } from '../platform/database/ids.ts'
import { orderNumber, withOrderIds } from '../platform/database/order-numbers.ts'
import type { Tables } from '../platform/database/tables.ts'
import { notFound } from '../platform/http/errors.ts'
import { listReceipts } from './record-receipt.ts'
import { canRefund } from './refund-payment.ts'
import { ofOrders, paymentOf, personOf, refundable, refundOf } from './rows.ts'

type Listing = QueryOf<Calls['GET /payments']>

export async function listPayments(db: Database, query: Listing, status?: PaymentStatus) {
  const { ids, total } = await findIds(
    db,
    { ...query, keyword: await withOrderIds(db, query.keyword) },
    holds => {
      const found = db
        .selectFrom('payments')
        .select('payments.id')
        .where(({ and, or, exists }) => {
          const words = holds(searched)
          const ofOrder = exists(orderOfPayment(db).where(({ and }) => and(holds(sql.ref('order_search.text')))))
          return and([
            ...(words.length > 0 ? [or([and(words), ofOrder])] : []),
            ...withinDays(sql.ref('payments.id'), query),
          ])
        })
      return status ? found.where('payments.status', '=', status) : found
    },
    { order: found => inSort(found, query.sort) },
  )
  const rows = await staffPayments(db).where('payments.id', '=', sql<string>`any(${ids})`).execute()
  return { rows: inOrder(ids, rows).map(staffPaymentOf), total }
}

/** The index has this expression. */
const searched = sql<string>`folded(transaction_id || ' ' || coalesce(email_address, '') || ' ' || coalesce(order_id, ''))`

const orderOfPayment = (db: Database) =>
  db.selectFrom('order_search').select('order_id').where(sql<boolean>`order_search.order_id = payments.order_id`)

type Found = SelectQueryBuilder<Tables, 'payments', { id: string }>

const inSort = (found: Found, sort: Listing['sort']): Found =>
  ({
    '-created': () => found.orderBy('payments.id', 'desc'),
    created: () => found.orderBy('payments.id'),
    '-amount': () => found.orderBy('payments.amount_cents', 'desc').orderBy('payments.id', 'desc'),
    amount: () => found.orderBy('payments.amount_cents').orderBy('payments.id'),
  })[sort]()

export async function showStaffPayment(db: Database, id: string): Promise<RefundablePayment> {
  const [payment] = await withRefunds(db, await staffPayments(db).where('payments.id', '=', id).execute())
  if (!payment) throw notFound('Payment not found.')
  return payment
}

/** The payment does not exist for anybody but its customer and admins. */
export async function showPayment(db: Database, visitor: SessionUser, id: string): Promise<ShownPayment> {
  const [payment]: ShownPayment[] =
    visitor.role === 'admin'
      ? await withRefunds(db, await staffPayments(db).where('payments.id', '=', id).execute())
      : (await ofOrders(db).where('id', '=', id).where('user_id', '=', visitor.id).execute()).map(paymentOf)
  if (!payment) throw notFound('Payment not found.')
  return payment
}

export async function showReported(db: Database, visitor: SessionUser, payment: Payment): Promise<Payment> {
  if (visitor.role !== 'admin') return payment
  const { user, ...shown } = await showPayment(db, visitor, payment._id)
  return { ...shown, user: user ?? payment.user, order: payment.order }
}

export async function listPaymentsForOrder(db: Database, orderId: string): Promise<RefundablePayment[]> {
  const rows = await staffPayments(db).where('payments.order_id', '=', orderId).orderBy('payments.id').execute()
  return withRefunds(db, rows)
}

async function withRefunds(db: Database, payments: Row[]): Promise<RefundablePayment[]> {
  const rows = await db
    .selectFrom('refunds')
    .leftJoin('users', 'users.id', 'refunds.actor_id')
    .selectAll('refunds')
    .select(['first_name', 'last_name'])
    .where('payment_id', '=', sql<string>`any(${payments.map(({ id }) => id)})`)
    .orderBy('refunds.id')
    .execute()
  const receipts = await listReceipts(
    db,
    payments.map(({ id }) => id),
  )
  return payments.map(payment => {
    const refunds = rows.filter(({ payment_id }) => payment_id === payment.id)
    return {
      ...staffPaymentOf(payment),
      refunds: refunds.map(row => ({ ...refundOf(row), by: personOf(row.actor_id, row) })),
      leftToRefund: fromCents(refundable(payment, refunds)),
      giftCardsFirst: fromCents(payment.gift_cards_first),
      backOnCards: fromCents(payment.back_on_cards),
      spentOnCards: payment.spent_on_cards === null ? null : fromCents(payment.spent_on_cards),
      canRefund: canRefund(payment, refunds),
      ...(isOffline(payment.gateway) && {
        receipts: receipts.filter(({ payment_id }) => payment_id === payment.id).map(receiptOf),
      }),
    }
  })
}

const receiptOf = (row: Awaited<ReturnType<typeof listReceipts>>[number]) => ({
  _id: row.id,
  amount: fromCents(row.amount_cents),
  receivedOn: row.day,
  note: row.note,
  by: personOf(row.actor_id, row),
  createdAt: row.created_at.toISOString(),
})

const giftCardsFirst = sql<number>`case when orders.payment_id = payments.id then (
  select coalesce(-sum(delta_cents), 0) from gift_card_ledger
  where gift_card_ledger.order_id = orders.id and reason in ('order', 'release', 'refund')) else 0 end::bigint`

const backOnCards = sql<number>`case when orders.payment_id = payments.id then (
  select coalesce(sum(delta_cents), 0) from gift_card_ledger
  where gift_card_ledger.order_id = orders.id and reason in ('release', 'refund')) else 0 end::bigint`

const spentOnCards = sql<number | null>`case when orders.payment_id = payments.id then ${spentOfOrder} end`

const staffPayments = (db: Database) =>
  db
    .selectFrom('payments')
    .leftJoin('users', 'users.id', 'payments.user_id')
    .leftJoin('orders', 'orders.id', 'payments.order_id')
    .selectAll('payments')
    .select(['first_name', 'last_name', 'users.email', 'users.avatar_url', orderNumber.as('order_number')])
    .select([giftCardsFirst.as('gift_cards_first'), backOnCards.as('back_on_cards')])
    .select(spentOnCards.as('spent_on_cards'))

type Row = Awaited<ReturnType<ReturnType<typeof staffPayments>['executeTakeFirstOrThrow']>>

function staffPaymentOf(row: Row): StaffPayment {
  const customer = personOf(row.user_id, row)
  return {
    ...paymentOf(row),
    user: customer && { ...customer, email: row.email ?? '', avatar: { url: row.avatar_url } },
    customer,
    orderNumber: row.order_number,
    mode: row.gateway_mode,
    problem: row.problem,
    refundedAt: row.refunded_at?.toISOString() ?? null,
    refundedAmount: fromCents(row.refunded_cents),
    disputed: row.disputed,
    reversed: row.reversed_at !== null,
    ...(isOffline(row.gateway) && { receivedAmount: fromCents(row.received_cents) }),
  }
}
