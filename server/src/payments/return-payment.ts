import type { Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { lockPayment } from './payments.repository.ts'
import { insertRefund, listRefunds, refundable } from './refunds.repository.ts'

export const CANCELLED = 'The order was cancelled.'

/**
 * Queues the refund of what is left of a payment whose order is cancelled, in the transaction that cancels it or that
 * learns of the money (DECISIONS B19). A payment that has not arrived is returned when it does; while it is disputed, the
 * provider decides who gets the money. The order must be locked.
 */
export async function returnPayment(db: Transaction<Tables>, paymentId: string): Promise<void> {
  const payment = await lockPayment(db, paymentId)
  if (payment?.status !== 'completed' || payment.disputed) return

  const amountCents = refundable(payment, await listRefunds(db, payment.id))
  if (amountCents <= 0) return
  const refund = await insertRefund(db, { paymentId, amountCents, reason: CANCELLED })
  await enqueue(db, 'payments', { kind: 'refund', refund: refund.id })
}
