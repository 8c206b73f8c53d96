import type { PaymentGatewayName } from '@mela/contract'
import { sql, type Transaction } from 'kysely'
import { findPayableOrder } from '../orders/lock-order.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { PaymentGateway, Snapshot } from './gateways/gateway.ts'
import { requireShopAccount } from './provider-accounts.ts'

export interface Attempt {
  id: string
  number: number
  gateway: PaymentGatewayName
  sessionId: string | null
  approveUrl: string | null
  /** Empty when the provider named none; null for sessions from before it was kept. */
  accountEmail: string | null
  captureTry: number
  orderId: string
}

const fields = [
  'id',
  'number',
  'gateway',
  'provider_order_id as sessionId',
  'approve_url as approveUrl',
  'account_email as accountEmail',
  'capture_try as captureTry',
  'order_id as orderId',
] as const

/** Two tabs share the one open attempt of an order. The order must be locked. */
export async function openAttempt(
  db: Transaction<Tables>,
  gateway: PaymentGatewayName,
  order: { id: string; totalCents: number },
): Promise<Attempt> {
  const open = await findOpenAttempt(db, order.id)
  if (open) return open

  return db
    .insertInto('payment_attempts')
    .values(await nextAttempt(db, gateway, order))
    .returning(fields)
    .executeTakeFirstOrThrow()
}

/** In test mode a session that the emulator has taken over counts as opened here. */
export async function insertAdoptedAttempt(
  db: Transaction<Tables>,
  gateway: PaymentGatewayName,
  order: { id: string; totalCents: number },
  sessionId: string,
): Promise<void> {
  await db
    .insertInto('payment_attempts')
    .values({ ...(await nextAttempt(db, gateway, order)), provider_order_id: sessionId, state: 'closed' })
    .onConflict(known => known.columns(['gateway', 'provider_order_id']).doNothing())
    .execute()
}

async function nextAttempt(
  db: Transaction<Tables>,
  gateway: PaymentGatewayName,
  order: { id: string; totalCents: number },
) {
  const attempts = db.selectFrom('payment_attempts').where('order_id', '=', order.id)
  const { last } = await attempts.select(all => all.fn.max('number').as('last')).executeTakeFirstOrThrow()
  const number = (last ?? 0) + 1
  return { id: newId(), order_id: order.id, gateway, number, amount_cents: order.totalCents }
}

export async function findOpenAttempt(db: Database, orderId: string): Promise<Attempt | undefined> {
  const attempts = db.selectFrom('payment_attempts').select(fields).where('order_id', '=', orderId)
  return attempts.where('state', '=', 'open').executeTakeFirst()
}

export async function findAttempt(
  db: Database,
  gateway: PaymentGatewayName,
  sessionId: string,
): Promise<Attempt | undefined> {
  return db
    .selectFrom('payment_attempts')
    .select(fields)
    .where('gateway', '=', gateway)
    .where('provider_order_id', '=', sessionId)
    .executeTakeFirst()
}

export async function closeAttempt(db: Database, id: string): Promise<void> {
  await db.updateTable('payment_attempts').set({ state: 'closed' }).where('id', '=', id).execute()
}

/** Claiming postpones the next check by the attempt's age, so no other instance claims it. */
export async function claimDueAttempts(db: Database, gateway: PaymentGatewayName, limit: number): Promise<Attempt[]> {
  const due = db
    .selectFrom('payment_attempts')
    .select('id')
    .where('gateway', '=', gateway)
    .where('state', '=', 'open')
    .where('next_check_at', '<=', sql<Date>`now()`)
    .orderBy('next_check_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('payment_attempts')
    .set({
      next_check_at: sql`now() + least(greatest((now() - created_at) / 2, interval '1 minute'), interval '1 hour')`,
    })
    .where('id', 'in', due)
    .returning(fields)
    .execute()
}

export interface Session {
  /** A session opened elsewhere has the order that it names. */
  orderId: string
  attempt: Attempt | undefined
  account: string
}

/** Undefined for no order of the shop. Throws a GatewayError while the shop's account is unknown. */
export async function findSession(
  db: Database,
  gateway: PaymentGateway,
  { sessionId, orderRef }: Snapshot,
): Promise<Session | undefined> {
  const attempt = await findAttempt(db, gateway.name, sessionId)
  const orderId = attempt?.orderId ?? (orderRef && (await findPayableOrder(db, orderRef))?.id)
  return orderId ? { orderId, attempt, account: await requireShopAccount(db, gateway) } : undefined
}
