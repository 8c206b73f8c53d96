import type { Transaction } from 'kysely'
import type { Touch } from '../database/changes.ts'
import type { Tables } from '../database/tables.ts'
import { step } from '../steps.ts'
import { type PayableOrder, updateOrderStatus } from './order-payment.repository.ts'
import { releaseStock } from './order-stock.repository.ts'

/** Cancels an order that was not shipped yet and gives its stock back (DECISIONS B12, B19). The order must be locked. */
export async function cancelOrder(
  db: Transaction<Tables>,
  touch: Touch,
  order: PayableOrder,
  actorId: string | null,
): Promise<void> {
  await updateOrderStatus(db, order, 'cancelled', actorId)
  for (const { productId, wasOut } of await releaseStock(db, order.id)) {
    touch(`product:${productId}`)
    // Lists of what is in stock change with the first one back.
    if (wasOut) touch('catalog')
  }
  step('stock released')
}
