import { fromCents, type PaymentGatewayName, type Refund } from '@mela/contract'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { PaymentRow } from './payments.repository.ts'

export type RefundRow = Selectable<Tables['refunds']>

export async function listRefunds(db: Database, paymentId: string): Promise<RefundRow[]> {
  return db.selectFrom('refunds').selectAll().where('payment_id', '=', paymentId).orderBy('id').execute()
}

export async function findRefund(db: Database, id: string): Promise<RefundRow | undefined> {
  return db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function listQueuedRefunds(db: Database, orderId: string): Promise<{ id: string }[]> {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select('refunds.id')
    .where('order_id', '=', orderId)
    .where('state', '=', 'queued')
    .orderBy('refunds.id')
    .execute()
}

/** Cents that no refund covers; a refused one does not count. */
export const refundable = (payment: PaymentRow, refunds: RefundRow[]) =>
  payment.amount_cents - sum(refunds.filter(({ state }) => state !== 'failed'))

export const sum = (refunds: RefundRow[]) => refunds.reduce((cents, refund) => cents + refund.amount_cents, 0)

interface NewRefund {
  payment: Pick<PaymentRow, 'id' | 'currency'>
  amountCents: number
  requestId?: string | undefined
  reason?: string | undefined
  actorId?: string | undefined
}

/** `submitRefund` calls the provider later. The payment must be locked. */
export async function insertRefund(db: Transaction<Tables>, refund: NewRefund): Promise<RefundRow> {
  const { payment, amountCents, reason, actorId } = refund
  const id = newId()
  return db
    .insertInto('refunds')
    .values({
      id,
      payment_id: payment.id,
      request_id: refund.requestId ?? id,
      amount_cents: amountCents,
      currency: payment.currency,
      state: 'queued',
      origin: actorId === undefined ? 'automatic' : 'staff',
      reason: reason ?? null,
      actor_id: actorId ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Claiming postpones the next try, so that no other instance claims it. */
export async function claimDueRefunds(db: Database, gateway: PaymentGatewayName, limit: number): Promise<RefundRow[]> {
  const due = db
    .selectFrom('refunds')
    .select('id')
    .where('state', 'in', ['queued', 'pending'])
    .where('next_try_at', '<=', sql<Date>`now()`)
    .where('payment_id', 'in', db.selectFrom('payments').select('id').where('gateway', '=', gateway))
    .orderBy('next_try_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('refunds')
    .set({ next_try_at: sql`now() + least(greatest(now() - created_at, interval '1 minute'), interval '6 hours')` })
    .where('id', 'in', due)
    .returningAll()
    .execute()
}

export async function failRefund(db: Database, id: string, failure: string): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ state: 'failed', failure })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()
}

/** It is noted before the call, so that a crash in between is recognised. */
export async function noteAsked(db: Database, { id, request_id }: RefundRow): Promise<void> {
  await db.updateTable('refunds').set({ asked_id: request_id }).where('id', '=', id).execute()
}

/** After a definite answer the same request id would get the same answer for weeks. */
export async function renewRequest(db: Database, { id, request_id }: RefundRow): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ request_id: newId() })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('request_id', '=', request_id)
    .execute()
}

export function refundOf(row: RefundRow): Refund {
  const { id: _id, payment_id: payment, currency, state, origin, reason, failure } = row
  const createdAt = row.created_at.toISOString()
  return { _id, payment, amount: fromCents(row.amount_cents), currency, state, origin, reason, failure, createdAt }
}
