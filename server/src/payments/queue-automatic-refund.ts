import type { Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import { paymentQueue } from './payment-queue.ts'
import { lockPayment, type PaymentRow } from './payments.repository.ts'
import { insertRefund, listRefunds, refundable } from './refunds.repository.ts'

export const CANCELLED = 'The order was cancelled.'

/**
 * Queues the refund of the rest of a cancelled order's payment, in the transaction that cancels the order or records
 * the payment. A pending payment is refunded on arrival; while it is disputed, the provider decides. The order must be
 * locked.
 */
export async function queueAutomaticRefund(db: Transaction<Tables>, paymentId: string | null): Promise<void> {
  const payment = paymentId === null ? undefined : await lockPayment(db, paymentId)
  if (payment?.status === 'completed') await queueRefundOfRest(db, payment, { reason: CANCELLED })
}

/** Queues the refund of a payment's rest unless disputed, or not less than `below` cents. Lock the order first. */
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
