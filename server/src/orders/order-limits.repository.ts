import { sql, type Transaction } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'

interface OpenOrder {
  id: string
  totalCents: number
  expiresAt: Date
  /** Until it expires. */
  seconds: number
}

/** What one customer has ordered, not paid, and may still pay; what expires first comes first. */
export async function listOpenOrders(db: Transaction<Tables>, userId: string): Promise<OpenOrder[]> {
  return db
    .selectFrom('orders')
    .select(['id', 'total_cents as totalCents', 'expires_at as expiresAt'])
    .select(sql<number>`ceil(extract(epoch from expires_at - now()))::int`.as('seconds'))
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .where('payment_id', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('expires_at')
    .orderBy('id')
    .execute()
}

/** How many seconds ago the orders of the last hour came from an address: the newest `limit`, newest first. */
export async function listRecentFrom(db: Transaction<Tables>, addressHash: Buffer, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('order_addresses')
    .select(sql<number>`floor(extract(epoch from now() - placed_at))::int`.as('age'))
    .where('address_hash', '=', addressHash)
    .where('placed_at', '>', sql<Date>`now() - interval '1 hour'`)
    .orderBy('placed_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ age }) => age)
}

export async function countAddress(db: Transaction<Tables>, addressHash: Buffer): Promise<void> {
  await db.insertInto('order_addresses').values({ address_hash: addressHash }).execute()
}

export async function forgetOrderAddresses(db: Database): Promise<void> {
  await db.deleteFrom('order_addresses').where('placed_at', '<', sql<Date>`now() - interval '1 hour'`).execute()
}
