import type { ListQuery, OrderStatus, OrderSummary, StaffOrder } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { findIds } from '../database/find-ids.ts'
import { listOrderSummaries } from './orders.repository.ts'

/** One page of everybody's orders, newest first; of all statuses or of one. */
export async function listOrders(
  db: Database,
  query: ListQuery,
  status?: OrderStatus,
): Promise<{ rows: OrderSummary[]; total: number }> {
  const { ids, total } = await findIds(db, query, holds => {
    const words = holds(sql.ref('order_search.text'))
    const named = db
      .selectFrom('order_search')
      .select('order_id')
      .where(({ and }) => and(words))
    let found = db.selectFrom('orders').select('orders.id')
    if (words.length > 0) found = found.where('orders.id', 'in', named)
    return status ? found.where('orders.status', '=', status) : found
  })
  return { rows: await listOrderSummaries(db, ids), total }
}

/** Whose order it is. */
export async function findCustomer(db: Database, userId: string): Promise<NonNullable<StaffOrder['customer']>> {
  const {
    id: _id,
    email,
    ...name
  } = await db
    .selectFrom('users')
    .select(['id', 'first_name as firstName', 'last_name as lastName', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { _id, name, email }
}

/** Every move of an order, oldest first. */
export async function listHistory(db: Database, orderId: string): Promise<NonNullable<StaffOrder['history']>> {
  const rows = await db
    .selectFrom('order_history')
    .leftJoin('users', 'users.id', 'order_history.actor_id')
    .select(['to_status', 'order_history.created_at', 'users.id', 'first_name', 'last_name'])
    .where('order_id', '=', orderId)
    .orderBy('order_history.id')
    .execute()
  return rows.map(({ to_status, created_at, id, first_name, last_name }) => ({
    status: to_status,
    at: created_at.toISOString(),
    by: id === null ? null : { _id: id, name: { firstName: first_name ?? '', lastName: last_name ?? '' } },
  }))
}
