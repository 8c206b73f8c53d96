import {
  type OrderFlag,
  type OrderListQuery,
  type OrderStatus,
  orderFlags,
  type ShownCustomer,
  type StaffOrder,
  type StaffOrderSummary,
} from '@mela/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import { compiled } from '../database/compiled.ts'
import type { Database } from '../database/database.ts'
import { withinDays } from '../database/days.ts'
import { findIds } from '../database/find-ids.ts'
import type { Tables } from '../database/tables.ts'
import { listOrderSummaries } from '../orders/orders.repository.ts'

/** One page of all customers' orders, of all statuses or one. */
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
  const [rows, flags] = await Promise.all([listOrderSummaries(db, ids), findFlags(db, ids)])
  return { rows: rows.map(row => ({ ...row, flags: flags.get(row._id) ?? [] })), total }
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

/** What staff has to know of the payments of these orders. */
async function findFlags(db: Database, ids: string[]): Promise<Map<string, OrderFlag[]>> {
  const rows = await flagRows(db, ids)
  return new Map(rows.map(({ id, ...row }) => [id, orderFlags.filter(flag => row[flag])]))
}

const flagRows = compiled((db, ids: string[]) =>
  db
    .selectFrom('orders')
    .leftJoin('payments', 'payments.id', 'orders.payment_id')
    .select(['orders.id', 'disputed'])
    .select(sql<boolean>`gateway_mode = 'test'`.as('test'))
    .select(order => order('orders.id', 'in', refundsDue(db)).as('owed'))
    .select(
      sql<boolean>`orders.status = 'processing' and payments.amount_cents <= (
      select sum(amount_cents) from refunds where payment_id = payments.id and state <> 'failed')`.as('returning'),
    )
    .where('orders.id', '=', sql<string>`any(${ids})`),
)

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

/** The author of each status change, oldest first; null for the system. */
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
