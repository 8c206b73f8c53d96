import type { Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { paymentQueue } from './payment-queue.ts'
import { insertRefund, listRefunds, refundable } from './refund-rows.ts'
import { lockPayment, type PaymentRow } from './rows.ts'

export const CANCELLED = 'The order was cancelled.'

/**
 * Queues the refund of a cancelled order, under the lock of its cancellation or its payment.
 * While the payment is disputed, the provider decides.
 */
export async function queueAutomaticRefund(db: Transaction<Tables>, paymentId: string | null): Promise<void> {
  const payment = paymentId === null ? undefined : await lockPayment(db, paymentId)
  if (payment?.status === 'completed') await queueRefundOfRest(db, payment, { reason: CANCELLED })
}

/** A rest of less than `below` cents or a disputed payment is left. Lock the order first. */
export async function queueRefundOfRest(
  db: Transaction<Tables>,
  payment: PaymentRow,
  { reason, below = Number.POSITIVE_INFINITY }: { reason: string; below?: number },
): Promise<void> {
  const amountCents = refundable(payment, await listRefunds(db, payment.id))
  if (payment.disputed || amountCents <= 0 || amountCents >= below) return
  const refund = await insertRefund(db, { payment, amountCents, reason })
  await enqueue(db, paymentQueue, { kind: 'refund', refund: refund.id })
}
