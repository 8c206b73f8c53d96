import { sql, type Transaction } from 'kysely'
import type { Database } from '../database/database.ts'
import { orderNumber } from '../database/order-numbers.ts'
import type { Tables } from '../database/tables.ts'
import { waitsUntil } from './order-mapping.ts'

export interface OpenOrder {
  id: string
  number: string | null
  totalCents: number
  currency: string
  expiresAt: Date
  /** Seconds until the order expires; negative when it is about to be cancelled. */
  seconds: number
}

/** A customer's unpaid orders, which hold stock; the first to expire comes first. */
export async function listOpenOrders(db: Transaction<Tables>, userId: string): Promise<OpenOrder[]> {
  return openOrders(db)
    .select(['id', orderNumber.as('number'), 'total_cents as totalCents', 'currency', waitsUntil.as('expiresAt')])
    .where('user_id', '=', userId)
    .orderBy('expires_at')
    .orderBy('id')
    .$narrowType<{ expiresAt: Date }>()
    .execute()
}

/** Units of one product in an unpaid order. */
export interface HeldUnits {
  orderId: string
  number: string | null
  productId: string
  quantity: number
  /** Seconds until the order expires. */
  seconds: number
}

/** A network address, or the site to which it belongs. */
export interface Network {
  column: 'address_hash' | 'site_hash'
  hash: Buffer
}

/** What unpaid orders of one account, or of the last hour from one network, hold. */
export async function listHeldUnits(db: Transaction<Tables>, of: { userId: string } | Network): Promise<HeldUnits[]> {
  const held = openOrders(db)
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .select(['orders.id as orderId', orderNumber.as('number'), 'product_id as productId', 'quantity'])
    .orderBy('expires_at')
    .orderBy('orders.id')
  if ('userId' in of) return held.where('user_id', '=', of.userId).execute()
  return held
    .innerJoin('order_addresses', 'order_addresses.order_id', 'orders.id')
    .where(of.column, '=', of.hash)
    .execute()
}

/** Includes expired ones until the shop cancels them: they hold their stock until then. */
function openOrders(db: Transaction<Tables>) {
  return db
    .selectFrom('orders')
    .select(sql<number>`ceil(extract(epoch from ${waitsUntil} - now()))::int`.as('seconds'))
    .where('status', '=', 'pending')
    .where('payment_id', 'is', null)
}

/**
 * The ages in seconds of a network's orders of the last hour: the newest `limit`, newest first. Paid orders do not count,
 * and what other accounts cancelled neither, so that one account cannot close a network.
 */
export async function listRecentFrom(
  db: Transaction<Tables>,
  { column, hash }: Network,
  { userId, limit }: { userId: string; limit: number },
): Promise<number[]> {
  const wasCancelled = sql<boolean>`(status = 'cancelled' and exists (
    select from order_history where order_id = orders.id and to_status = 'cancelled' and actor_id is not null))`
  const rows = await db
    .selectFrom('order_addresses')
    .innerJoin('orders', 'orders.id', 'order_addresses.order_id')
    .select(sql<number>`floor(extract(epoch from now() - placed_at))::int`.as('age'))
    .where(column, '=', hash)
    .where('placed_at', '>', sql<Date>`now() - interval '1 hour'`)
    .where('payment_id', 'is', null)
    .where(order => order.or([order('user_id', '=', userId), order.not(wasCancelled)]))
    .orderBy('placed_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ age }) => age)
}

export async function insertOrderAddress(
  db: Transaction<Tables>,
  row: { address_hash: Buffer; site_hash: Buffer; order_id: string },
): Promise<void> {
  await db.insertInto('order_addresses').values(row).execute()
}

export async function forgetOrderAddresses(db: Database): Promise<void> {
  await db.deleteFrom('order_addresses').where('placed_at', '<', sql<Date>`now() - interval '1 hour'`).execute()
}
