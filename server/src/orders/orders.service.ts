import { deliveryMethodsFor, type Order, type OrderInput, pricingOf } from '@mela/contract'
import type { Transaction } from 'kysely'
import { shareUserLock } from '../people/users.repository.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import type { Tables } from '../platform/database/tables.ts'
import { transact } from '../platform/database/transact.ts'
import { notFound } from '../platform/http/errors.ts'
import { claimKey } from '../platform/http/idempotency-keys.ts'
import { enqueueEmail } from '../platform/mail/outbox.ts'
import { crashPoint } from '../platform/runtime/crash-points.ts'
import { checkAddress } from '../shop/check-address.ts'
import { mostUnits, type OrderTerms } from '../shop/order-terms.ts'
import { withPostal } from '../shop/postal.ts'
import { expireOrdersOf } from './expiry.ts'
import { insertOrder } from './insert-order.ts'
import { countOrder, limitOrders, type Shopper } from './order-limits.ts'
import { chooseVariants, lockVariants, takeStock } from './order-stock.repository.ts'
import { findOwnOrder } from './orders.repository.ts'
import { mergeLines, type PricedLine, priceLines } from './priced-lines.ts'
import { validateCart } from './quote.ts'

/** Orders at the shop's own prices, all or nothing; a repeated idempotency key gets the order it placed. */
export async function placeOrder(
  db: Database,
  terms: OrderTerms,
  shopper: Shopper,
  input: OrderInput,
  idempotencyKey?: string,
  highestTotal = Number.POSITIVE_INFINITY,
): Promise<Order> {
  const { orderLimits: limits, orderTtlSeconds: ttlSeconds, shop } = terms
  const { currency } = shop
  const shippingAddress = await checkAddress(shop, input.shippingAddress, 'shippingAddress')
  const address = withPostal(shippingAddress)
  const pricing = pricingOf(shop, address, input.deliveryMethod)
  const methods = deliveryMethodsFor(shop, address)
  const units = mostUnits(terms)
  const { userId } = shopper
  // Expired orders do not count, also between two runs of the job.
  if (limits) await expireOrdersOf(db, userId)
  crashPoint('order begins')
  const placedId = await transact(db, async (db, invalidate) => {
    await shareUserLock(db, userId)
    const id = newId()
    const reused = 'This checkout has already placed another order.'
    const claim = {
      userId,
      key: idempotencyKey,
      kind: 'order',
      request: { ...input, shippingAddress },
      id,
      reused,
    } as const
    const earlierId = await claimKey(db, claim)
    if (earlierId) return earlierId

    if (limits) await limitOrders(db, limits, shopper)
    const lines = await lockLines(db, input)
    const cartLimits = { ...limits, ...(units !== undefined && { units }), highestTotal, currency, pricing, methods }
    const totals = validateCart(lines, input, cartLimits)
    await insertOrder(db, { id, userId, shippingAddress, lines, totals, currency, pricing, ttlSeconds })
    if (limits) await countOrder(db, shopper, id)
    crashPoint('order written')
    await takeStock(db, id, lines)
    crashPoint('order stock taken')
    await enqueueEmail(db, { kind: 'order-placed', order: id }, { afterSeconds: reminderSeconds(ttlSeconds) })
    invalidate(...lines.map(({ product }) => `product:${product.id}` as const))
    // Lists of products in stock change with the last unit sold.
    if (lines.some(({ product, quantity }) => product.stock === quantity)) invalidate('catalog')
    crashPoint('order before commit')
    return id
  })
  crashPoint('order after commit')
  return requireOrder(await findOwnOrder(db, userId, placedId))
}

/** Seconds until the customer is asked to pay: a quarter of an hour, or five minutes before the order expires. */
const reminderSeconds = (ttlSeconds: number) => Math.max(0, Math.min(15 * 60, ttlSeconds - 5 * 60))

async function lockLines(db: Transaction<Tables>, { products }: OrderInput): Promise<PricedLine[]> {
  const wanted = mergeLines(products)
  let chosen = await chooseVariants(db, wanted)
  for (;;) {
    const lines = priceLines(chosen, await lockVariants(db, chosen))
    if (lines.every(({ product, quantity }) => product.isActive && quantity <= product.stock)) return lines
    // Meanwhile another order may have taken the last units of a chosen variant, or staff may have deleted it.
    const again = await chooseVariants(db, wanted)
    if (again.every(({ variant }, index) => variant === chosen[index]?.variant)) return lines
    chosen = again
  }
}

export async function requireOwnOrder(db: Database, userId: string, id: string): Promise<Order> {
  return requireOrder(await findOwnOrder(db, userId, id))
}

function requireOrder(order: Order | undefined): Order {
  if (!order) throw notFound('Order not found.')
  return order
}
