import type { Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { paymentQueue } from './payment-queue.ts'
import { lockPayment } from './payments.repository.ts'
import { insertRefund, listRefunds, refundable } from './refunds.repository.ts'

export const CANCELLED = 'The order was cancelled.'

/**
 * Queues the refund of what is left of a payment whose order is cancelled, in the transaction that cancels it or that
 * learns of the money (B19). A payment that has not arrived is returned when it does; while it is disputed, the
 * provider decides who gets the money. The order must be locked.
 */
export async function queueAutomaticRefund(db: Transaction<Tables>, paymentId: string): Promise<void> {
  const payment = await lockPayment(db, paymentId)
  if (payment?.status !== 'completed' || payment.disputed) return

  const refunds = await listRefunds(db, payment.id)
  const amountCents = refundable(payment, refunds)
  if (amountCents <= 0) return
  const refund = await insertRefund(db, { paymentId, amountCents, reason: CANCELLED })
  await enqueue(db, paymentQueue, { kind: 'refund', refund: refund.id })
}
