import { createHash } from 'node:crypto'
import { fromCents } from '@mela/contract'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Env } from '../env.ts'
import { TooManyError } from '../http/errors.ts'
import { countAddress, listOpenOrders, listRecentFrom } from './order-limits.repository.ts'

const HOUR_S = 3600

type OrderLimits = NonNullable<Env['orderLimits']>

/**
 * Refuses one more order to an account with too many that wait for payment, and to a network address from which too many
 * came within an hour, and counts it. Belongs into the transaction that places the order: parallel ones take turns, and one
 * that is refused for another reason does not count.
 */
export async function limitOrders(
  db: Transaction<Tables>,
  limits: OrderLimits,
  { userId, address }: { userId: string; address: string },
): Promise<void> {
  await takeTurns(db, `orders of ${userId}`)
  await refuseManyOpen(db, limits, userId)

  const hash = createHash('sha256').update(`orders from ${address}`).digest()
  await takeTurns(db, hash.toString('hex'))
  await refuseManyFrom(db, limits, hash)
  await countAddress(db, hash)
}

async function takeTurns(db: Transaction<Tables>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}

async function refuseManyOpen(db: Transaction<Tables>, { openOrders }: OrderLimits, userId: string): Promise<void> {
  const open = await listOpenOrders(db, userId)
  if (open.length < openOrders) return

  const names = new Intl.ListFormat('en', { type: 'conjunction' }).format(open.map(({ id }) => shortOf(id)))
  const message =
    open.length === 1
      ? `Your order ${names} waits for payment. Pay or cancel it first.`
      : `${open.length} of your orders wait for payment: ${names}. Pay or cancel one of them first.`
  const orders = open.map(({ id, totalCents, expiresAt }) => ({
    _id: id,
    totalAmount: fromCents(totalCents),
    expiresAt: expiresAt.toISOString(),
  }))
  throw new TooManyError(message, Math.max(1, ...open.slice(0, 1).map(({ seconds }) => seconds)), { orders })
}

/** As the shop's pages and emails name an order. */
const shortOf = (id: string) => id.slice(-8).toUpperCase()

async function refuseManyFrom(db: Transaction<Tables>, limits: OrderLimits, hash: Buffer): Promise<void> {
  const ages = await listRecentFrom(db, hash, limits.ordersFromAddress)
  if (ages.length < limits.ordersFromAddress) return

  const seconds = Math.max(1, HOUR_S - (ages.at(-1) ?? 0))
  const minutes = Math.ceil(seconds / 60)
  throw new TooManyError(
    `Too many orders came from your network within an hour. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    seconds,
  )
}
