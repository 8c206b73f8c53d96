import { effectivePrice, type Order, type OrderInput, orderTotals, savedPerUnit } from '@mela/contract'
import { changing } from '../database/changes.ts'
import type { Database } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { retrying } from '../database/retrying.ts'
import { notFound } from '../http/errors.ts'
import { claimKey } from './idempotency.repository.ts'
import { lockOffers, takeStock } from './order-stock.repository.ts'
import { findOwnOrder, insertOrder } from './orders.repository.ts'
import { checkOffer, mergeLines } from './quote.ts'

/**
 * Places a pending order at the shop's own prices and takes its stock, all or nothing. A repeated idempotency key gets
 * the order it placed (DECISIONS B1, B12, B21).
 */
export async function placeOrder(
  db: Database,
  userId: string,
  input: OrderInput,
  idempotencyKey?: string,
): Promise<Order> {
  const id = await retrying(() =>
    changing(db, async (db, touch) => {
      const orderId = newId()
      const claim = idempotencyKey && { userId, key: idempotencyKey, request: input, orderId }
      const earlier = claim && (await claimKey(db, claim))
      if (earlier) return earlier

      const quantities = mergeLines(input.products)
      const offers = await lockOffers(db, [...quantities.keys()])
      const lines = offers.map(product => ({ product, quantity: quantities.get(product.id) ?? 0 }))
      checkOffer(lines, input)

      const priced = lines.map(line => ({
        ...line,
        price: effectivePrice(line.product),
        saved: savedPerUnit(line.product),
      }))
      const { shippingAddress } = input
      await insertOrder(db, { id: orderId, userId, totals: orderTotals(lines), shippingAddress, lines: priced })
      await takeStock(db, orderId, quantities)
      touch(...lines.map(({ product }) => `product:${product.id}` as const))
      return orderId
    }),
  )
  return requireOwnOrder(db, userId, id)
}

/** An order of this customer; throws `notFound` for everybody else's. */
export async function requireOwnOrder(db: Database, userId: string, id: string): Promise<Order> {
  const order = await findOwnOrder(db, userId, id)
  if (!order) throw notFound('Order not found.')
  return order
}
