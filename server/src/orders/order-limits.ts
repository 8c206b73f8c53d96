import { createHash } from 'node:crypto'
import { fromCents, orderName } from '@mela/contract'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { TooManyError } from '../http/errors.ts'
import { LINES_OF_SITE } from '../http/network-address.ts'
import type { Env } from '../runtime/env.ts'
import {
  insertOrderAddress,
  listOpenOrders,
  listRecentFrom,
  type Network,
  type OpenOrder,
} from './order-limits.repository.ts'

const HOUR_S = 3600

export type OrderLimits = NonNullable<Env['orderLimits']>

export interface Shopper {
  userId: string
  /** The network address of the order. */
  address: string
  /** The IPv6 network of a company or a tunnel, to which the address belongs; of IPv4 the address. */
  site: string
}

/**
 * Refuses an order when its account has too many unpaid orders, or its network placed too many unpaid ones within an
 * hour. Runs in the transaction that places the order; parallel orders wait here for each other.
 */
export async function limitOrders(db: Transaction<Tables>, limits: OrderLimits, shopper: Shopper): Promise<void> {
  await takeTurns(db, `orders of ${shopper.userId}`)
  await refuseManyOpen(db, limits, shopper.userId)

  await takeTurns(db, `orders from ${shopper.site}`)
  for (const { network, times } of networksOf(shopper))
    await refuseManyFrom(db, network, { userId: shopper.userId, limit: limits.ordersFromAddress * times })
}

/** Counts a placed order; a rollback does not count. */
export async function countOrder(db: Transaction<Tables>, shopper: Shopper, orderId: string): Promise<void> {
  await insertOrderAddress(db, {
    address_hash: hashOf(shopper.address),
    site_hash: hashOf(shopper.site),
    order_id: orderId,
  })
}

/** The networks whose orders count, and how many times the limit of one line each has. */
export const networksOf = ({ address, site }: Shopper): { network: Network; times: number }[] => [
  { network: { column: 'address_hash', hash: hashOf(address) }, times: 1 },
  { network: { column: 'site_hash', hash: hashOf(site) }, times: LINES_OF_SITE },
]

const hashOf = (address: string) => createHash('sha256').update(`orders from ${address}`).digest()

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

export function namesOf(orders: { id: string; number: string | null }[]): string {
  const names = orders.map(({ id, number }) => orderName({ _id: id, number }))
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names)
}

/** Seconds until the first of these orders expires, at least 1. */
export const waitOf = (orders: { seconds: number }[]) => Math.max(1, orders[0]?.seconds ?? 1)

const shownOf = ({ id, number, totalCents, currency, expiresAt }: OpenOrder) => ({
  _id: id,
  number,
  totalAmount: fromCents(totalCents),
  currency,
  expiresAt: expiresAt.toISOString(),
})

async function refuseManyFrom(
  db: Transaction<Tables>,
  network: Network,
  of: { userId: string; limit: number },
): Promise<void> {
  const ages = await listRecentFrom(db, network, of)
  if (ages.length < of.limit) return

  // An order that was placed while this one waited for its turn is younger than the transaction.
  const age = Math.max(0, ages.at(-1) ?? 0)
  const seconds = Math.max(1, HOUR_S - age)
  throw new TooManyError(
    `Too many orders came from your network within an hour. Please try again in ${minutesText(seconds)}.`,
    seconds,
  )
}

export function minutesText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}
