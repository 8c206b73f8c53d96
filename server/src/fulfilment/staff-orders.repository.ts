import {
  type OrderListQuery,
  type OrderStatus,
  orderFlags,
  type ShownCustomer,
  type StaffOrder,
  type StaffOrderSummary,
} from '@mela/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { orderSummaryOf, ordersWithLines } from '../orders/order-mapping.ts'
import { compiled } from '../platform/database/compiled.ts'
import type { Database } from '../platform/database/database.ts'
import { withinDays } from '../platform/database/days.ts'
import { findIds, inOrder } from '../platform/database/find-ids.ts'
import type { Tables } from '../platform/database/tables.ts'

export async function listOrders(
  db: Database,
  query: OrderListQuery,
  status?: OrderStatus,
): Promise<{ rows: StaffOrderSummary[]; total: number }> {
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
      if (query.flag) found = found.where('orders.id', 'in', refundsDue(db))
      return status ? found.where('orders.status', '=', status) : found
    },
    { order: found => inSort(found, query.sort) },
  )
  const rows = inOrder(ids, await summaryRows(db, ids))
  return { rows: rows.map(staffSummaryOf), total }
}

const refundsDue = (db: Database) => db.selectFrom('payments').select('order_id').where('is_refund_due', '=', true)

type Found = SelectQueryBuilder<Tables, 'orders', { id: string }>

const inSort = (found: Found, sort: OrderListQuery['sort']): Found =>
  ({
    '-created': () => found.orderBy('orders.id', 'desc'),
    created: () => found.orderBy('orders.id'),
    '-total': () => found.orderBy('orders.total_cents', 'desc').orderBy('orders.id', 'desc'),
    total: () => found.orderBy('orders.total_cents').orderBy('orders.id'),
    status: () => found.orderBy('orders.status').orderBy('orders.id', 'desc'),
    '-status': () => found.orderBy('orders.status', 'desc').orderBy('orders.id'),
  })[sort]()

const summaryRows = compiled((db, ids: string[]) =>
  ordersWithLines(db)
    .select(order => [
      order('orders.id', 'in', refundsDue(db)).as('owed'),
      jsonObjectFrom(
        order
          .selectFrom('payments')
          .select(['disputed', sql<boolean>`gateway_mode = 'test'`.as('test')])
          .select(
            sql<boolean>`orders.status = 'processing' and payments.amount_cents <= (
            select sum(amount_cents) from refunds where payment_id = payments.id and state <> 'failed')`.as(
              'returning',
            ),
          )
          .whereRef('payments.id', '=', 'orders.payment_id'),
      ).as('payment'),
    ])
    .where('id', '=', sql<string>`any(${ids})`),
)

function staffSummaryOf({ payment, owed, ...row }: Awaited<ReturnType<typeof summaryRows>>[number]): StaffOrderSummary {
  const flags = { ...payment, owed }
  return { ...orderSummaryOf(row), flags: orderFlags.filter(flag => flags[flag]) }
}

export async function findCustomer(db: Database, userId: string): Promise<ShownCustomer> {
  const {
    id: _id,
    email,
    url,
    ...name
  } = await db
    .selectFrom('users')
    .select(['id', 'first_name as firstName', 'last_name as lastName', 'email', 'avatar_url as url'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { _id, name, email, avatar: { url } }
}

export async function listActors(db: Database, orderId: string): Promise<StaffOrder['history'][number]['by'][]> {
  const rows = await db
    .selectFrom('order_history')
    .leftJoin('users', 'users.id', 'order_history.actor_id')
    .select(['users.id', 'first_name', 'last_name'])
    .where('order_id', '=', orderId)
    .orderBy('order_history.id')
    .execute()
  return rows.map(({ id, first_name, last_name }) =>
    id === null ? null : { _id: id, name: { firstName: first_name ?? '', lastName: last_name ?? '' } },
  )
}
