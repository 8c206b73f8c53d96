import { createHash } from 'node:crypto'
import { fromCents } from '@mela/contract'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { TooManyError } from '../http/errors.ts'
import type { Env } from '../runtime/env.ts'
import { insertOrderAddress, listOpenOrders, listRecentFrom, type OpenOrder } from './order-limits.repository.ts'

const HOUR_S = 3600

export type OrderLimits = NonNullable<Env['orderLimits']>

export interface Shopper {
  userId: string
  /** The network address of the order. */
  address: string
}

/**
 * Refuses an order of an account with too many unpaid ones, or from a network address with too many unpaid ones within an hour.
 * Runs in the transaction that places the order: parallel ones take turns.
 */
export async function limitOrders(db: Transaction<Tables>, limits: OrderLimits, shopper: Shopper): Promise<void> {
  await takeTurns(db, `orders of ${shopper.userId}`)
  await refuseManyOpen(db, limits, shopper.userId)

  const hash = hashOf(shopper)
  await takeTurns(db, hash.toString('hex'))
  await refuseManyFrom(db, limits, { addressHash: hash, userId: shopper.userId })
}

/** Counts a placed order; a rollback does not count. */
export async function countOrder(db: Transaction<Tables>, shopper: Shopper, orderId: string): Promise<void> {
  await insertOrderAddress(db, { addressHash: hashOf(shopper), orderId })
}

export const hashOf = ({ address }: Shopper) => createHash('sha256').update(`orders from ${address}`).digest()

async function takeTurns(db: Transaction<Tables>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}

async function refuseManyOpen(db: Transaction<Tables>, { openOrders }: OrderLimits, userId: string): Promise<void> {
  const open = await listOpenOrders(db, userId)
  if (open.length < openOrders) return

  const names = namesOf(open)
  const message =
    open.length === 1
      ? `Your order ${names} waits for payment. Pay or cancel it first.`
      : `${open.length} of your orders wait for payment: ${names}. Pay or cancel one of them first.`
  throw new TooManyError(message, waitOf(open), 'unpaid_order_limit', { orders: open.map(shownOf) })
}

export function namesOf(orders: { id: string }[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(orders.map(({ id }) => shortOf(id)))
}

/** As the shop's pages and emails name an order. */
const shortOf = (id: string) => id.slice(-8).toUpperCase()

/** Seconds until the first of them frees its place. */
export const waitOf = (orders: { seconds: number }[]) => Math.max(1, orders[0]?.seconds ?? 1)

const shownOf = ({ id, totalCents, expiresAt }: OpenOrder) => ({
  _id: id,
  totalAmount: fromCents(totalCents),
  expiresAt: expiresAt.toISOString(),
})

async function refuseManyFrom(
  db: Transaction<Tables>,
  { ordersFromAddress: limit }: OrderLimits,
  from: { addressHash: Buffer; userId: string },
): Promise<void> {
  const ages = await listRecentFrom(db, { ...from, limit })
  if (ages.length < limit) return

  const seconds = Math.max(1, HOUR_S - (ages.at(-1) ?? 0))
  throw new TooManyError(
    `Too many orders came from your network within an hour. Please try again in ${minutesText(seconds)}.`,
    seconds,
  )
}

export function minutesText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}
