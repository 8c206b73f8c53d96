import { fromCents, type Order, type UnpaidOrder } from '@mela/contract'
import { sql } from 'kysely'
import { compiled } from '../platform/database/compiled.ts'
import type { Database } from '../platform/database/database.ts'
import { isoTime } from '../platform/database/days.ts'
import { orderNumber } from '../platform/database/order-numbers.ts'
import { notFound } from '../platform/http/errors.ts'
import { fullOrders, orderOf, ordersWithLines, ownOrderSummaryOf, waitsUntil } from './rows.ts'

export async function requireOwnOrder(db: Database, userId: string, id: string): Promise<Order> {
  const order = await findOwnOrder(db, userId, id)
  if (!order) throw notFound('Order not found.')
  return order
}

/** Another account's order is not found. */
export async function findOwnOrder(db: Database, userId: string, id: string): Promise<Order | undefined> {
  const [row] = await ownOrderRow(db, userId, id)
  return row && orderOf(row)
}

const ownOrderRow = compiled((db, userId: string, id: string) =>
  fullOrders(db).where('id', '=', id).where('user_id', '=', userId),
)

export async function listOwnOrders(db: Database, userId: string, { page, size }: { page: number; size: number }) {
  const offset = (page - 1) * size
  const [rows, total] = await Promise.all([ownOrderRows(db, userId, size, offset), countOwnOrders(db, userId)])
  return { rows: rows.map(ownOrderSummaryOf), total }
}

const ownOrderRows = compiled((db, userId: string, limit: number, offset: number) =>
  ordersWithLines(db).where('user_id', '=', userId).orderBy('id', 'desc').limit(limit).offset(offset),
)

async function countOwnOrders(db: Database, userId: string): Promise<number> {
  const own = db.selectFrom('orders').where('user_id', '=', userId)
  return (await own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()).total
}

export async function listFullOrders(db: Database, userId: string): Promise<Order[]> {
  const rows = await fullOrders(db).where('user_id', '=', userId).orderBy('id', 'desc').execute()
  return rows.map(orderOf)
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
    .select(['total_cents', 'currency', waitsUntil.as('expires_at')])
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .where('payment_id', 'is', null)
    .where(waitsUntil, '>', sql<Date>`now()`)
    .orderBy('id', 'desc')
    .limit(MOST_UNPAID)
    .$narrowType<{ expires_at: Date }>()
    .execute()
  return rows.map(({ total_cents, expires_at, ...row }) => ({
    ...row,
    totalAmount: fromCents(total_cents),
    expiresAt: expires_at.toISOString(),
  }))
}

/** Any customer's order: for staff only. */
export async function findOrder(db: Database, id: string): Promise<Order | undefined> {
  const row = await fullOrders(db).where('id', '=', id).executeTakeFirst()
  return row && orderOf(row)
}
