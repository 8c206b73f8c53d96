import { createHash } from 'node:crypto'
import { fromCents, type OfflineWay, orderName } from '@mela/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/database.ts'
import { orderNumber } from '../platform/database/order-numbers.ts'
import { TooManyError } from '../platform/http/errors.ts'
import { LINES_OF_SITE, networkOf, SITE_BITS } from '../platform/http/network-address.ts'
import type { Env } from '../platform/runtime/env.ts'
import type { Shopper } from './place-order.ts'
import { waitsUntil } from './read-orders.ts'

type OrderLimits = NonNullable<Env['orderLimits']>

/** Refuses too many unpaid orders of an account, then of its line and site. Parallel orders wait here for each other. */
export async function limitOrders(
  db: Transaction,
  limits: OrderLimits,
  shopper: Shopper,
  later: OfflineWay | undefined,
): Promise<void> {
  const { line, site } = networksOf(shopper)
  await takeTurns(db, `orders of ${shopper.userId}`)
  await refuseManyOpen(db, limits.openOrders, shopper, later)
  await takeTurns(db, site)
  for (const [network, limit] of [
    [line, limits.ordersFromAddress],
    [site, limits.ordersFromAddress * LINES_OF_SITE],
  ] as const) {
    await refuseManyFrom(db, limit, network, shopper)
    if (later === 'transfer') await refuseManyTransfers(db, limit, network)
  }
}

async function takeTurns(db: Transaction, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}

/** Confirmed before its payment: it holds its stock unpaid until it is sent. */
const isUnpaidBy = (...ways: OfflineWay[]) => sql<boolean>`(orders.status = 'processing' and exists (
  select from payments where payments.id = payment_id and payments.status = 'pending' and gateway = any(${ways}::text[])))`

const isUnpaidLater = isUnpaidBy('transfer', 'delivery')

export const isUnpaidTransfer = isUnpaidBy('transfer')

const isUnpaidNow = sql<boolean>`(status = 'pending' and payment_id is null)`

const isUnpaid = sql<boolean>`(${isUnpaidNow} or ${isUnpaidLater})`

/** Its buyer has done all and can only wait, while its stock is held. */
const waitsForBank = sql<boolean>`(status = 'pending' and exists (
  select from payments where payments.id = payment_id and payments.status = 'pending'))`

/** An order that is paid on delivery has no time at which it expires. */
const until = sql<Date>`coalesce(${waitsUntil}, (select due_at from payments where payments.id = payment_id), now() + interval '1 day')`

/** Expired orders hold their stock until the shop cancels them. Those that are paid later count for others of their kind. */
async function refuseManyOpen(db: Transaction, limit: number, { userId }: Shopper, later?: OfflineWay): Promise<void> {
  const open = await db
    .selectFrom('orders')
    .select(['id as _id', orderNumber.as('number'), 'total_cents', 'currency', until.as('expires_at')])
    .select(sql<number>`ceil(extract(epoch from ${until} - now()))::int`.as('seconds'))
    .where('user_id', '=', userId)
    .select(isUnpaidLater.as('isLater'))
    .where(later ? isUnpaid : isUnpaidNow)
    .orderBy('expires_at')
    .orderBy('id')
    .execute()
  if (open.length < limit) return

  const names = new Intl.ListFormat('en').format(open.map(orderName))
  const waiting =
    open.length === 1
      ? `Your order ${names} waits for payment. Pay or cancel it first.`
      : `${open.length} of your orders wait for payment: ${names}. Pay or cancel one of them first.`
  const message = open.some(({ isLater }) => isLater)
    ? `Not paid yet: ${names}. Choose a way that pays at once, or order again once one of them is paid or sent.`
    : waiting
  const orders = open.map(({ _id, number, currency, total_cents, expires_at }) => ({
    _id,
    number,
    currency,
    totalAmount: fromCents(total_cents),
    expiresAt: expires_at.toISOString(),
  }))
  throw new TooManyError(message, Math.max(1, open[0]?.seconds ?? 1), 'unpaid_order_limit', { orders })
}

const HOUR_S = 3600

/** What other accounts cancelled does not count, so that one account cannot close a network. A guest has no account to count by. */
async function refuseManyFrom(db: Transaction, limit: number, network: string, shopper: Shopper): Promise<void> {
  const wasCancelled = sql<boolean>`(status = 'cancelled' and exists (
    select from order_history where order_id = orders.id and to_status = 'cancelled' and actor_id is not null))`
  const isOfGuest = sql<boolean>`exists (select from users where users.id = orders.user_id and role = 'guest')`
  const recent = await db
    .selectFrom('order_addresses')
    .innerJoin('orders', 'orders.id', 'order_addresses.order_id')
    .select(sql<number>`floor(extract(epoch from now() - placed_at))::int`.as('age'))
    .where('address_hash', '=', hashOf(network))
    .where('placed_at', '>', sql<Date>`now() - interval '1 hour'`)
    .where(order =>
      order.or([
        order('status', '=', 'cancelled'),
        order.and([
          order('total_cents', '>', order.ref('gift_card_cents')),
          order.or([order('payment_id', 'is', null), isUnpaid, waitsForBank]),
        ]),
      ]),
    )
    .where(order => order.or([order('user_id', '=', shopper.userId), isOfGuest, order.not(wasCancelled)]))
    .orderBy('placed_at', 'desc')
    .limit(limit)
    .execute()
  if (recent.length < limit) return

  // An order that was placed while this one waited for its turn is younger than the transaction.
  const age = Math.max(0, recent.at(-1)?.age ?? 0)
  const seconds = Math.max(1, HOUR_S - age)
  const minutes = Math.ceil(seconds / 60)
  const wait = `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  throw new TooManyError(`Too many orders came from your network within an hour. Please try again in ${wait}.`, seconds)
}

/** They hold their stock for weeks; what is paid on delivery is sent or cancelled soon. */
async function refuseManyTransfers(db: Transaction, limit: number, network: string): Promise<void> {
  const waiting = await db
    .selectFrom('order_addresses')
    .innerJoin('orders', 'orders.id', 'order_addresses.order_id')
    .select('orders.id')
    .where('address_hash', '=', hashOf(network))
    .where(isUnpaidTransfer)
    .limit(limit)
    .execute()
  if (waiting.length < limit) return
  const message =
    'Too many orders from your network wait for a transfer. Please choose another way to pay, or contact us.'
  throw new TooManyError(message, HOUR_S)
}

export async function countOrder(db: Transaction, shopper: Shopper, orderId: string): Promise<void> {
  const rows = Object.values(networksOf(shopper)).map(network => {
    return { address_hash: hashOf(network), order_id: orderId }
  })
  await db.insertInto('order_addresses').values(rows).execute()
}

/** A site of IPv6 has many lines; of IPv4 they are the same address. */
const networksOf = ({ address }: Shopper) => {
  return { line: `orders from ${address}`, site: `orders from site ${networkOf(address, SITE_BITS) ?? address}` }
}

const hashOf = (network: string) => createHash('sha256').update(network).digest()
