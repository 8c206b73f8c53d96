import {
  type Calls,
  fromCents,
  type OrderStatus,
  orderFlags,
  type QueryOf,
  type StaffOrder,
  type StaffOrderSummary,
} from '@mela/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { heldCardOf, isReturning } from '../orders/gift-cards/find-gift-cards.ts'
import { isTest } from '../orders/invoices/issue-invoice.ts'
import { findPayableOrder } from '../orders/move-order.ts'
import { findOrder, orderSummaryOf, ordersWithLines, requireOwnOrder } from '../orders/read-orders.ts'
import type { Gateways } from '../payments/gateways/gateway.ts'
import { listPaymentsForOrder } from '../payments/read-payments.ts'
import { showRefundable } from '../payments/refunded-lines.ts'
import { listRefunds, personOf } from '../payments/rows.ts'
import type { SessionUser } from '../people/session-user.ts'
import { compiled } from '../platform/database/compiled.ts'
import type { Database } from '../platform/database/database.ts'
import { withinDays } from '../platform/database/days.ts'
import { findIds, inOrder } from '../platform/database/ids.ts'
import type { Tables } from '../platform/database/tables.ts'
import { notFound } from '../platform/http/errors.ts'
import { findDisconnection, findPaid, goesBack, holdOfCard, orderActions } from './order-actions.ts'
import { listOrderNotes } from './order-notes.ts'

/** The order does not exist for anybody but its customer and admins. */
export async function showOrder(
  db: Database,
  gateways: Gateways,
  visitor: SessionUser,
  id: string,
): Promise<StaffOrder> {
  if (visitor.role !== 'admin') return requireOwnOrder(db, visitor.id, id)

  const order = await findOrder(db, id)
  if (!order) throw notFound('Order not found.')
  const [user, actors, payments, refundDue, notes, paid] = await Promise.all([
    findCustomer(db, order.user),
    listActors(db, id),
    listPaymentsForOrder(db, id),
    findRefundDue(db, gateways, order),
    listOrderNotes(db, id),
    findPayableOrder(db, id).then(order => order && findPaid(db, order)),
  ])
  const { role, ...shown } = user
  const { avatar, ...named } = shown
  const customer = { ...named, isGuest: role === 'guest' }
  const history = order.history.map((move, index) => ({ ...move, by: actors[index] ?? null }))
  const actions = orderActions(order.status, {
    ...{ refunds: [], ...paid, giftCards: order.giftCards },
    disconnection: paid?.payment && findDisconnection(gateways, paid.payment.gateway),
  })
  return {
    ...order,
    user: shown,
    customer,
    history,
    payments,
    refundDue,
    refundable: paid && (await showRefundable(db, order, goesBack('refunded', paid))),
    notes,
    reviewReason: paid?.reviewReason ?? null,
    cardHold: paid?.heldCard ? { reason: holdOfCard(paid.heldCard).warning, order: paid.heldCard.boughtWith } : null,
    actions,
  }
}

type Listing = QueryOf<Calls['GET /orders']>

export async function listOrders(db: Database, query: Listing, status?: OrderStatus) {
  const { ids, total } = await findIds(
    db,
    query,
    holds => {
      const words = holds(sql.ref('order_search.text'))
      const named = db
        .selectFrom('order_search')
        .select('order_id')
        .where(({ and }) => and(words))
      let found = db
        .selectFrom('orders')
        .select('orders.id')
        .where(({ and }) => and(withinDays(sql.ref('orders.id'), query)))
      if (words.length > 0) found = found.where('orders.id', 'in', named)
      if (query.flag === 'owed') found = found.where('orders.id', 'in', refundsDue(db))
      if (query.flag === 'review') found = found.where('review_reason', 'is not', null)
      return status ? found.where('orders.status', '=', status) : found
    },
    { order: found => inSort(found, query.sort) },
  )
  const rows = inOrder(ids, await summaryRows(db, ids))
  return { rows: rows.map(staffSummaryOf), total }
}

const refundsDue = (db: Database) => db.selectFrom('payments').select('order_id').where('is_refund_due', '=', true)

type Found = SelectQueryBuilder<Tables, 'orders', { id: string }>

const inSort = (found: Found, sort: Listing['sort']): Found =>
  ({
    '-created': () => found.orderBy('orders.id', 'desc'),
    created: () => found.orderBy('orders.id'),
    '-total': () => found.orderBy('orders.total_cents', 'desc').orderBy('orders.id', 'desc'),
    total: () => found.orderBy('orders.total_cents').orderBy('orders.id'),
    status: () => found.orderBy('orders.status').orderBy('orders.id', 'desc'),
    '-status': () => found.orderBy('orders.status', 'desc').orderBy('orders.id'),
  })[sort]()

const isUnpaid = sql<boolean>`(
  orders.status in ('processing', 'shipped', 'delivered') and payments.status = 'pending' and gateway <> 'delivery')`

const summaryRows = compiled((db, ids: string[]) =>
  ordersWithLines(db)
    .select(order => [
      order('orders.id', 'in', refundsDue(db)).as('owed'),
      order('review_reason', 'is not', null).as('review'),
      sql<boolean>`${heldCardOf} is not null`.as('held'),
      isTest.as('test'),
      jsonObjectFrom(
        order
          .selectFrom('payments')
          .select('disputed')
          .select(sql<boolean>`(orders.status = 'processing' and ${isReturning})`.as('returning'))
          .select(isUnpaid.as('unpaid'))
          .whereRef('payments.id', '=', 'orders.payment_id'),
      ).as('payment'),
    ])
    .where('id', '=', sql<string>`any(${ids})`),
)

function staffSummaryOf({
  payment,
  owed,
  review,
  held,
  test,
  ...row
}: Awaited<ReturnType<typeof summaryRows>>[number]): StaffOrderSummary {
  const flags = { ...payment, owed, review, held, test }
  return { ...orderSummaryOf(row), flags: orderFlags.filter(flag => flags[flag]) }
}

async function findCustomer(db: Database, userId: string) {
  const { id, email, role, url, ...name } = await db
    .selectFrom('users')
    .select(['id', 'first_name as firstName', 'last_name as lastName', 'email', 'role', 'avatar_url as url'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { _id: id, name, email, role, avatar: { url } }
}

async function listActors(db: Database, orderId: string): Promise<StaffOrder['history'][number]['by'][]> {
  const rows = await db
    .selectFrom('order_history')
    .leftJoin('users', 'users.id', 'order_history.actor_id')
    .select(['users.id', 'first_name', 'last_name'])
    .where('order_id', '=', orderId)
    .orderBy('order_history.id')
    .execute()
  return rows.map(row => personOf(row.id, row))
}

/** While the order goes on, only what a bank has sent back is due. */
async function findRefundDue(
  db: Database,
  gateways: Gateways,
  order: Pick<StaffOrder, '_id' | 'status'>,
): Promise<StaffOrder['refundDue']> {
  const payment = await db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', order._id)
    .where('is_refund_due', '=', true)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!payment) return null

  const refunds = await listRefunds(db, payment.id)
  const isWhole = order.status === 'cancelled' || order.status === 'refunded' || payment.status === 'failed'
  const cents = isWhole ? payment.amount_cents : payment.most_refunded_cents
  const asked = refunds.find(({ state }) => state === 'queued' || state === 'pending')
  const due = {
    payment: payment.id,
    amount: fromCents(cents - payment.refunded_cents),
    currency: payment.currency,
  }
  const disconnection = findDisconnection(gateways, payment.gateway)
  if (disconnection) return { ...due, state: 'not-connected', failure: disconnection }
  if (asked) return { ...due, state: 'asked', failure: asked.failure }
  const failed = refunds.findLast(({ state }) => state === 'failed')
  return { ...due, state: 'refused', failure: failed?.failure ?? null }
}
