import { fromCents, type Refund } from '@mela/contract'
import type { Selectable, Transaction } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { PaymentRow } from './rows.ts'

export type RefundRow = Selectable<Tables['refunds']>

export async function listRefunds(db: Database, paymentId: string): Promise<RefundRow[]> {
  return db.selectFrom('refunds').selectAll().where('payment_id', '=', paymentId).orderBy('id').execute()
}

export async function findRefund(db: Database, id: string): Promise<RefundRow | undefined> {
  return db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
}

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

export function refundOf(row: RefundRow): Refund {
  const { id: _id, payment_id: payment, currency, state, origin, reason, failure } = row
  const createdAt = row.created_at.toISOString()
  return { _id, payment, amount: fromCents(row.amount_cents), currency, state, origin, reason, failure, createdAt }
}
