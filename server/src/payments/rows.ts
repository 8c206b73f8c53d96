import {
  fromCents,
  isOffline,
  type Money,
  type PaymentGatewayName,
  type PaymentMode,
  sumOf,
  type WayToPay,
} from '@mela/contract'
import { sql } from 'kysely'
import type { Database, RowOf, Transaction } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import { enqueue, queue } from '../platform/jobs/queue.ts'

/** Only payments of no order lack these, and nothing but their list shows them. */
type OfOrder = { order_id: string; user_id: string }

export type PaymentRow = RowOf<'payments'> & OfOrder

export const ofOrders = (db: Database) =>
  db.selectFrom('payments').selectAll().where('order_id', 'is not', null).$narrowType<OfOrder>()

export const findPaymentById = (db: Database, id: string): Promise<PaymentRow | undefined> =>
  ofOrders(db).where('id', '=', id).executeTakeFirst()

export const findPaymentOf = (db: Database, gateway: WayToPay, chargeId: string) =>
  ofOrders(db).where('gateway', '=', gateway).where('transaction_id', '=', chargeId).executeTakeFirst()

export const lockPayment = (db: Transaction, id: string): Promise<PaymentRow | undefined> =>
  ofOrders(db).where('id', '=', id).forUpdate().executeTakeFirst()

export function paymentOf<Row extends RowOf<'payments'>>(row: Row) {
  return {
    _id: row.id,
    user: row.user_id as Row['user_id'],
    order: row.order_id as Row['order_id'],
    status: row.status,
    transactionId: row.transaction_id,
    amount: fromCents(row.amount_cents),
    currency: row.currency,
    paymentGateway: row.gateway,
    update_time: row.update_time.toISOString(),
    email_address: row.email_address,
  }
}

export const moneyColumns = ({ cents, currency }: Money) => ({ amount_cents: cents, currency })

type Named = Record<'first_name' | 'last_name', string | null>

export const personOf = (_id: string | null, { first_name, last_name }: Named) =>
  _id === null ? null : { _id, name: { firstName: first_name ?? '', lastName: last_name ?? '' } }

/** Captured, not reversed, and in the shop's present currency, so that sums have one currency; in a live shop, real money. */
export const isSale = (mode: PaymentMode) => sql<boolean>`payments.status = 'completed' and payments.reversed_at is null
  and payments.currency = (select shop_currency()) and (payments.gateway_mode = 'live' or ${sql.lit(mode !== 'live')})`

export type RefundRow = RowOf<'refunds'>

export const listRefunds = (db: Database, paymentId: string): Promise<RefundRow[]> =>
  db.selectFrom('refunds').selectAll().where('payment_id', '=', paymentId).orderBy('id').execute()

export const findRefund = (db: Database, id: string): Promise<RefundRow | undefined> =>
  db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()

/** Cents that no refund covers; a refused one does not count. */
export const refundable = (payment: Pick<PaymentRow, 'amount_cents'>, refunds: RefundAmount[]) =>
  payment.amount_cents - sumOf(refunds.map(({ state, amount_cents }) => (state === 'failed' ? 0 : amount_cents)))

export type RefundAmount = Pick<RefundRow, 'state' | 'amount_cents'>

export type PaymentJob =
  | { kind: 'refund'; refund: string }
  | { kind: 'event'; event: string; gateway: PaymentGatewayName }
  | { kind: 'disputes' }

/** After about an hour the reconciliation job takes over. */
export const paymentQueue = queue<PaymentJob>('payments', {
  retryLimit: 30,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 120,
  expireInSeconds: 300,
  deleteAfterSeconds: 3600,
})

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

/** A rest of less than `below` cents, a disputed payment, and money that no provider took are left. Lock the order first. */
export async function queueRefundOfRest(
  db: Transaction,
  payment: PaymentRow,
  { reason, below = Number.POSITIVE_INFINITY }: { reason: string; below?: number },
): Promise<void> {
  const amountCents = refundable(payment, await listRefunds(db, payment.id))
  if (isOffline(payment.gateway) || payment.disputed || amountCents <= 0 || amountCents >= below) return
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

export function refundOf(row: RefundRow) {
  const { id: _id, payment_id: payment, currency, state, origin, reason, failure } = row
  const createdAt = row.created_at.toISOString()
  return { _id, payment, amount: fromCents(row.amount_cents), currency, state, origin, reason, failure, createdAt }
}
