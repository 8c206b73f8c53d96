import type { Transaction } from 'kysely'
import type { PayableOrder } from '../orders/order-payment.repository.ts'
import type { Tables } from '../platform/database/tables.ts'
import { isContested } from './disputes.repository.ts'
import { markDisputed, type PaymentRow } from './payments.repository.ts'
import { queueAutomaticRefund } from './queue-automatic-refund.ts'

/**
 * Marks whether a dispute holds back a payment's order, after a change of the dispute or of a refund. When the dispute
 * ends, the rest of a cancelled order's payment is refunded, once: staff decide about later refusals, and about orders
 * cancelled before automatic refunds existed. The order and the payment must be locked.
 */
export async function updateDisputed(
  db: Transaction<Tables>,
  order: PayableOrder,
  { id, disputed }: PaymentRow,
): Promise<void> {
  const isStillDisputed = await markDisputed(db, id, await isContested(db, id))
  const hasEnded = disputed && !isStillDisputed
  if (hasEnded && order.status === 'cancelled' && order.paymentId === id) await queueAutomaticRefund(db, id)
}
