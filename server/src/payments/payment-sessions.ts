import type { PaymentGatewayName } from '@mela/contract'
import { findPayableOrder } from '../orders/lock-order.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
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

type Payable = { id: string; totalCents: number }

/** Two tabs share the one open attempt of an order. The order must be locked. */
export async function openAttempt(db: Transaction, gateway: PaymentGatewayName, order: Payable) {
  const open = await findOpenAttempt(db, order.id)
  if (open) return open

  const attempt = await nextAttempt(db, gateway, order)
  return db.insertInto('payment_attempts').values(attempt).returning(fields).executeTakeFirstOrThrow()
}

/** In test mode a session that the emulator has taken over counts as opened here. */
export async function insertAdoptedAttempt(
  db: Transaction,
  gateway: PaymentGatewayName,
  order: Payable,
  sessionId: string,
): Promise<void> {
  await db
    .insertInto('payment_attempts')
    .values({ ...(await nextAttempt(db, gateway, order)), provider_order_id: sessionId, state: 'closed' })
    .onConflict(known => known.columns(['gateway', 'provider_order_id']).doNothing())
    .execute()
}

async function nextAttempt(db: Transaction, gateway: PaymentGatewayName, { id, totalCents }: Payable) {
  const attempts = db.selectFrom('payment_attempts').where('order_id', '=', id)
  const { last } = await attempts.select(all => all.fn.max('number').as('last')).executeTakeFirstOrThrow()
  return { id: newId(), order_id: id, gateway, number: (last ?? 0) + 1, amount_cents: totalCents }
}

const attempts = (db: Database) => db.selectFrom('payment_attempts').select(fields)

export const findOpenAttempt = (db: Database, orderId: string): Promise<Attempt | undefined> =>
  attempts(db).where('order_id', '=', orderId).where('state', '=', 'open').executeTakeFirst()

export const findAttempt = (db: Database, gateway: PaymentGatewayName, sessionId: string) =>
  attempts(db).where('gateway', '=', gateway).where('provider_order_id', '=', sessionId).executeTakeFirst()

export async function closeAttempt(db: Database, id: string): Promise<void> {
  await db.updateTable('payment_attempts').set({ state: 'closed' }).where('id', '=', id).execute()
}

export interface Session {
  /** A session opened elsewhere has the order that it names. */
  orderId: string
  attempt: Attempt | undefined
  account: string
}

/** Undefined for no order of the shop. Throws a GatewayError while the shop's account is unknown. */
export async function findSession(db: Database, gateway: PaymentGateway, { sessionId, orderRef }: Snapshot) {
  const attempt = await findAttempt(db, gateway.name, sessionId)
  const orderId = attempt?.orderId ?? (orderRef && (await findPayableOrder(db, orderRef))?.id)
  return orderId ? { orderId, attempt, account: await requireShopAccount(db, gateway) } : undefined
}
