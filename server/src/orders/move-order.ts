import { boughtStatuses, type OrderStatus } from '@mela/contract'
import type { Transaction } from 'kysely'
import { listReviewedOfOrder } from '../catalog/reviews.repository.ts'
import { recordAudit } from '../platform/audit/audit.repository.ts'
import type { Invalidate } from '../platform/database/invalidation.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { OrderEmailKind } from '../platform/mail/email-kinds.ts'
import { enqueueEmail } from '../platform/mail/outbox.ts'
import { crashPoint } from '../platform/runtime/crash-points.ts'
import { type PayableOrder, updateOrderStatus, wasShipped } from './order-payment.repository.ts'
import { releaseStock } from './order-stock.repository.ts'

/** Captures and refunds send their emails where they are recorded. */
const emails: Partial<Record<OrderStatus, OrderEmailKind>> = {
  shipped: 'order-shipped',
  cancelled: 'order-cancelled',
}

/** The order must be locked and the transition allowed; no actor stands for the shop itself. */
export async function moveOrder(
  db: Transaction<Tables>,
  invalidate: Invalidate,
  order: PayableOrder,
  next: OrderStatus,
  actorId: string | null,
): Promise<void> {
  await updateOrderStatus(db, order, next, actorId)
  if (next === 'cancelled' || next === 'refunded') await giveBack(db, invalidate, order.id)
  if (isBought(order.status) !== isBought(next)) {
    // The reviewer becomes a verified buyer with this move, or is none any more.
    for (const product of await listReviewedOfOrder(db, order.id)) invalidate(`reviews:${product}`)
  }
  const email = emails[next]
  if (email) await enqueueEmail(db, { kind: email, order: order.id })
}

/** Staff's moves leave an audit event. */
export async function moveByStaff(
  db: Transaction<Tables>,
  invalidate: Invalidate,
  order: PayableOrder,
  next: OrderStatus,
  actorId: string,
): Promise<void> {
  await moveOrder(db, invalidate, order, next, actorId)
  const [before, after] = [{ status: order.status }, { status: next }]
  await recordAudit(db, { actor: actorId, action: 'order.updated', subject: `order:${order.id}`, before, after })
}

const isBought = (status: OrderStatus) => boughtStatuses.some(bought => bought === status)

/** Units of a shipped order never return to the stock. */
async function giveBack(db: Transaction<Tables>, invalidate: Invalidate, orderId: string): Promise<void> {
  if (await wasShipped(db, orderId)) return

  for (const { productId, wasOut } of await releaseStock(db, orderId)) {
    invalidate(`product:${productId}`)
    // Lists of products in stock change with the first unit back.
    if (wasOut) invalidate('catalog')
  }
  crashPoint('stock released')
}
