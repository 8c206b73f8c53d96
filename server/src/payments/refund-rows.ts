import { fromCents, type Refund } from '@mela/contract'
import type { Database, RowOf, Transaction } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { paymentQueue } from './payment-queue.ts'
import { lockPayment, type PaymentRow } from './rows.ts'

export type RefundRow = RowOf<'refunds'>

export const listRefunds = (db: Database, paymentId: string): Promise<RefundRow[]> =>
  db.selectFrom('refunds').selectAll().where('payment_id', '=', paymentId).orderBy('id').execute()

export const findRefund = (db: Database, id: string): Promise<RefundRow | undefined> =>
  db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()

/** Cents that no refund covers; a refused one does not count. */
export const refundable = (payment: Pick<PaymentRow, 'amount_cents'>, refunds: RefundAmount[]) =>
  payment.amount_cents - sum(refunds.filter(({ state }) => state !== 'failed'))

export type RefundAmount = Pick<RefundRow, 'state' | 'amount_cents'>

export const sum = (refunds: Pick<RefundRow, 'amount_cents'>[]) =>
  refunds.reduce((cents, refund) => cents + refund.amount_cents, 0)

interface NewRefund {
  payment: Pick<PaymentRow, 'id' | 'currency'>
  amountCents: number
  requestId?: string | undefined
  reason?: string | null
  actorId?: string | null
}

/** `submitRefund` calls the provider later. The payment must be locked. */
export async function insertRefund(
  db: Transaction,
  { payment, amountCents, requestId, reason = null, actorId = null }: NewRefund,
) {
  const id = newId()
  const about = { payment_id: payment.id, amount_cents: amountCents, currency: payment.currency, reason }
  const origin = actorId === null ? 'automatic' : 'staff'
  return db
    .insertInto('refunds')
    .values({ id, request_id: requestId ?? id, ...about, state: 'queued', origin, actor_id: actorId })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function queueRefund(db: Transaction, wanted: NewRefund): Promise<void> {
  const { id } = await insertRefund(db, wanted)
  await enqueue(db, paymentQueue, { kind: 'refund', refund: id })
}

/** A rest of less than `below` cents or a disputed payment is left. Lock the order first. */
export async function queueRefundOfRest(
  db: Transaction,
  payment: PaymentRow,
  { reason, below = Number.POSITIVE_INFINITY }: { reason: string; below?: number },
): Promise<void> {
  const amountCents = refundable(payment, await listRefunds(db, payment.id))
  if (payment.disputed || amountCents <= 0 || amountCents >= below) return
  await queueRefund(db, { payment, amountCents, reason })
}

export const CANCELLED = 'The order was cancelled.'

/**
 * Queues the refund of a cancelled order, under the lock of its cancellation or its payment.
 * While the payment is disputed, the provider decides.
 */
export async function queueAutomaticRefund(db: Transaction, paymentId: string | null): Promise<void> {
  const payment = paymentId === null ? undefined : await lockPayment(db, paymentId)
  if (payment?.status === 'completed') await queueRefundOfRest(db, payment, { reason: CANCELLED })
}

export function refundOf(row: RefundRow): Refund {
  const { id: _id, payment_id: payment, currency, state, origin, reason, failure } = row
  const createdAt = row.created_at.toISOString()
  return { _id, payment, amount: fromCents(row.amount_cents), currency, state, origin, reason, failure, createdAt }
}
