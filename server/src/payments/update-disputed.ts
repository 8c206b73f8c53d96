import type { Transaction } from 'kysely'
import type { PayableOrder } from '../orders/order-payment.repository.ts'
import type { Tables } from '../platform/database/tables.ts'
import { isContested } from './disputes.repository.ts'
import { markDisputed, type PaymentRow } from './payments.repository.ts'
import { queueAutomaticRefund } from './queue-automatic-refund.ts'

/** When the dispute ends, a cancelled order's payment is refunded, once. Lock order and payment first. */
export async function updateDisputed(
  db: Transaction<Tables>,
  order: PayableOrder,
  { id, disputed }: PaymentRow,
): Promise<void> {
  const isStillDisputed = await markDisputed(db, id, await isContested(db, id))
  const hasEnded = disputed && !isStillDisputed
  if (hasEnded && order.status === 'cancelled' && order.paymentId === id) await queueAutomaticRefund(db, id)
}
