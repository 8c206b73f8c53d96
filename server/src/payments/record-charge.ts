import { isRefundOwed, type PaymentProblem, type PaymentStatus } from '@mela/contract'
import type { Transaction } from 'kysely'
import { issueInvoice } from '../orders/invoices/issue-invoice.ts'
import { lockOrder, type PayableOrder } from '../orders/lock-order.ts'
import { moveOrder } from '../orders/move-order.ts'
import type { Database } from '../platform/database/database.ts'
import type { Invalidate } from '../platform/database/invalidation.ts'
import type { Tables } from '../platform/database/tables.ts'
import { transact } from '../platform/database/transact.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { enqueueEmail } from '../platform/mail/outbox.ts'
import { crashPoint } from '../platform/runtime/crash-points.ts'
import type { Charge, PaymentGateway, Snapshot } from './gateways/gateway.ts'
import { paymentQueue } from './payment-queue.ts'
import { closeAttempt, type Session } from './payment-sessions.ts'
import { problemOfCharge } from './problems.ts'
import { queueAutomaticRefund } from './queue-automatic-refund.ts'
import { insertRefund } from './refund-rows.ts'
import { findPaymentOfCharge, type PaymentRow, savePayment } from './rows.ts'

export interface Recorded {
  payment: PaymentRow
  isNew: boolean
}

/**
 * Records a charge under the order's lock: find its payment → check → save → apply to the order → refund or invoice.
 * What must not count is saved as failed with its problem; a final payment never changes again.
 */
export async function recordCharge(
  db: Database,
  gateway: PaymentGateway,
  session: Session,
  snapshot: Snapshot & { charge: Charge },
): Promise<Recorded> {
  const { charge } = snapshot
  return withOrder(db, session, async (db, order, invalidate) => {
    const ids = { chargeId: charge.id, sessionId: snapshot.sessionId }
    const earlier = await findPaymentOfCharge(db, gateway.name, ids)
    if (earlier && earlier.status !== 'pending') return { payment: earlier, isNew: false }

    const problem = problemOfCharge(order, snapshot, session, earlier?.id)
    const payment = await savePayment(db, earlier, {
      ...originOf(gateway, order, snapshot),
      transactionId: charge.id,
      status: problem ? 'failed' : charge.state,
      amount: charge.amount,
      at: charge.at,
      problem,
    })
    await applyToOrder(db, order, payment, invalidate)
    // A charge that does not count uses up its own session alone.
    if (payment.status !== 'failed') await closeAttemptsOf(db, order.id)
    else if (session.attempt) await closeAttempt(db, session.attempt.id)
    if (isRefundOwed(payment)) await countAsDue(db, payment, problem ?? '')
    else if (payment.status === 'completed') await issueInvoice(db, payment)
    return { payment, isNew: !earlier }
  })
}

/** Every change of payments locks the order first. */
async function withOrder(
  db: Database,
  { orderId }: Session,
  work: (db: Transaction<Tables>, order: PayableOrder, invalidate: Invalidate) => Promise<Recorded>,
): Promise<Recorded> {
  const recorded = await transact(db, async (db, invalidate) => {
    const order = await lockOrder(db, orderId)
    if (!order) throw new Error(`A payment names the unknown order ${orderId}.`)
    const recorded = await work(db, order, invalidate)
    crashPoint('payment before commit')
    return recorded
  })
  crashPoint('payment after commit')
  return recorded
}

function originOf(gateway: PaymentGateway, order: PayableOrder, { sessionId, payerEmail }: Snapshot) {
  return {
    orderId: order.id,
    userId: order.userId,
    gateway: gateway.name,
    mode: gateway.mode,
    sessionId,
    emailAddress: payerEmail ?? null,
  }
}

async function applyToOrder(
  db: Transaction<Tables>,
  order: PayableOrder,
  { id, status, problem }: PaymentRow,
  invalidate: Invalidate,
) {
  const counts = problem === null && status !== 'failed'
  if (counts) await updateOrderPayment(db, order.id, id)
  else if (order.paymentId === id) await updateOrderPayment(db, order.id, null)
  if (counts && status === 'pending' && order.status === 'pending' && order.paymentId !== id)
    await enqueueEmail(db, { kind: 'order-payment-pending', order: order.id })
  if (!counts || status !== 'completed') return
  if (order.status === 'cancelled') await queueAutomaticRefund(db, id)
  if (order.status !== 'pending') return

  await moveOrder(db, invalidate, order, 'processing', null)
  await enqueueEmail(db, { kind: 'order-paid', order: order.id })
}

async function updateOrderPayment(db: Database, id: string, paymentId: string | null): Promise<void> {
  await db.updateTable('orders').set({ payment_id: paymentId }).where('id', '=', id).execute()
}

async function closeAttemptsOf(db: Database, orderId: string): Promise<void> {
  await db
    .updateTable('payment_attempts')
    .set({ state: 'closed' })
    .where('order_id', '=', orderId)
    .where('state', '=', 'open')
    .execute()
}

/** It is refunded automatically, once. */
async function countAsDue(db: Transaction<Tables>, payment: PaymentRow, reason: string): Promise<void> {
  const refund = await insertRefund(db, { payment, amountCents: payment.amount_cents, reason })
  await enqueue(db, paymentQueue, { kind: 'refund', refund: refund.id })
}

/** Records a session that took no money: it waits, it failed, or it is not as the shop opened it. */
export async function recordWithoutCharge(
  db: Database,
  gateway: PaymentGateway,
  session: Session,
  snapshot: Snapshot,
  { status, problem = null }: { status: Exclude<PaymentStatus, 'completed'>; problem?: PaymentProblem | null },
): Promise<Recorded> {
  return withOrder(db, session, async (db, order) => {
    const { sessionId } = snapshot
    const earlier = await findPaymentOfCharge(db, gateway.name, { chargeId: sessionId, sessionId })
    if (earlier && (earlier.status === 'completed' || status === 'pending')) return { payment: earlier, isNew: false }

    const payment = await savePayment(db, earlier, {
      ...originOf(gateway, order, snapshot),
      transactionId: sessionId,
      status,
      amount: snapshot.amount ?? { cents: order.totalCents, currency: order.currency },
      at: new Date(),
      problem,
    })
    return { payment, isNew: !earlier }
  })
}
