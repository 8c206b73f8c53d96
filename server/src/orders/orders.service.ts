import type { ListQuery, Order, OrderInput } from '@mela/contract'
import type { Transaction } from 'kysely'
import type { Database } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { changing } from '../database/invalidation.ts'
import { retrying } from '../database/retrying.ts'
import type { Tables } from '../database/tables.ts'
import { notFound } from '../http/errors.ts'
import { post } from '../mail/outbox.ts'
import { step } from '../runtime/crash-points.ts'
import type { Env } from '../runtime/env.ts'
import { keepUser } from '../users/users.repository.ts'
import { expireIfDue, expireOrdersOf } from './expiry.ts'
import { claimKey } from './idempotency.repository.ts'
import { countOrder, limitOrders, type Shopper } from './order-limits.ts'
import { lockOffers, takeStock } from './order-stock.repository.ts'
import * as repository from './orders.repository.ts'
import { findOwnOrder, insertOrder } from './orders.repository.ts'
import { checkOffer, mergeLines, type OfferedLine } from './quote.ts'
import { limitUnits } from './unit-limits.ts'

/**
 * Places a pending order at the shop's own prices and takes its stock, all or nothing. A repeated idempotency key gets
 * the order it placed (B1, B12, B21).
 */
export async function placeOrder(
  db: Database,
  env: Env,
  shopper: Shopper,
  input: OrderInput,
  idempotencyKey?: string,
): Promise<Order> {
  const { orderLimits: limits, orderTtlSeconds: ttlSeconds } = env
  const { userId } = shopper
  // What is due counts no more, also between two rounds of the shop.
  if (limits) await expireOrdersOf(db, userId)
  step('order begins')
  const placedId = await retrying(() =>
    changing(db, async (db, touch) => {
      await keepUser(db, userId)
      const id = newId()
      const claim = idempotencyKey && { userId, key: idempotencyKey, request: input, orderId: id }
      const earlierId = claim && (await claimKey(db, claim))
      if (earlierId) return earlierId

      if (limits) await limitOrders(db, limits, shopper)
      const lines = await lockLines(db, input)
      checkOffer(lines, input, limits)
      if (limits) await limitUnits(db, limits, shopper, lines)
      const { shippingAddress } = input
      await insertOrder(db, { id, userId, shippingAddress, lines, ttlSeconds })
      if (limits) await countOrder(db, shopper, id)
      step('order written')
      await takeStock(db, id, lines)
      step('order stock taken')
      await post(db, { kind: 'order-placed', order: id })
      touch(...lines.map(({ product }) => `product:${product.id}` as const))
      // Lists of what is in stock change with the last one sold.
      if (lines.some(({ product, quantity }) => product.stock === quantity)) touch('catalog')
      step('order before commit')
      return id
    }),
  )
  step('order after commit')
  return known(await findOwnOrder(db, userId, placedId))
}

async function lockLines(db: Transaction<Tables>, { products }: OrderInput): Promise<OfferedLine[]> {
  const quantities = mergeLines(products)
  const offers = await lockOffers(db, [...quantities.keys()])
  return offers.map(product => ({ product, quantity: quantities.get(product.id) ?? 0 }))
}

/** An order of this customer; throws `notFound` for everybody else's. */
export async function requireOwnOrder(db: Database, userId: string, id: string): Promise<Order> {
  await expireIfDue(db, id)
  return known(await findOwnOrder(db, userId, id))
}

function known(order: Order | undefined): Order {
  if (!order) throw notFound('Order not found.')
  return order
}

export async function listOwnOrders(db: Database, userId: string, query: ListQuery) {
  await expireOrdersOf(db, userId)
  return repository.listOwnOrders(db, userId, query)
}
