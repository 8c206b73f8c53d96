import { fromCents, type StaffOrder } from '@mela/contract'
import type { Database } from '../platform/database/database.ts'
import { listRefunds } from './refunds.repository.ts'

export async function findRefundDue(db: Database, orderId: string): Promise<StaffOrder['refundDue']> {
  const payment = await db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('is_refund_due', '=', true)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!payment) return null

  const refunds = await listRefunds(db, payment.id)
  const isAsked = refunds.some(({ state }) => state === 'queued' || state === 'pending')
  return {
    payment: payment.id,
    amount: fromCents(payment.amount_cents - payment.refunded_cents),
    currency: payment.currency,
    state: isAsked ? 'asked' : 'refused',
    failure: isAsked ? null : (refunds.findLast(({ state }) => state === 'failed')?.failure ?? null),
  }
}
