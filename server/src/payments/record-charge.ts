import { isRefundOwed, type Money, type PaymentProblem, type PaymentStatus } from '@mela/contract'
import { sql } from 'kysely'
import { issueGiftCards } from '../orders/gift-cards/issue-gift-cards.ts'
import { countUnreturned } from '../orders/gift-cards/use-gift-cards.ts'
import { creditCards, issueInvoice } from '../orders/invoices/issue-invoice.ts'
import { lockOrder, moveOrder, type PayableOrder, updateRefundDue } from '../orders/move-order.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import type { Invalidate } from '../platform/database/invalidation.ts'
import { transact } from '../platform/database/transact.ts'
import { enqueueEmail } from '../platform/mail/outbox.ts'
import { crashPoint } from '../platform/runtime/crash-points.ts'
import type { Charge, PaymentGateway, Snapshot } from './gateways/gateway.ts'
import { markForReview } from './mark-for-review.ts'
import { closeAttempt, problemOfCharge, type Session } from './payment-sessions.ts'
import { moneyColumns, ofOrders, type PaymentRow, queueAutomaticRefund, queueRefund } from './rows.ts'

export interface Recorded {
  payment: PaymentRow
  isNew: boolean
  isUnapproved?: boolean
  hasJustFailed?: boolean
}

/**
 * Records a charge under the order's lock: find its payment → check → save → apply to the order, which staff review
 * where it looks wrong → refund or invoice.
 * What must not count is saved as failed with its problem; a final payment never changes again.
 */
export function recordCharge(
  db: Database,
  gateway: PaymentGateway,
  session: Session,
  snapshot: Snapshot & { charge: Charge },
): Promise<Recorded> {
  const { charge, sessionId } = snapshot
  return withOrder(db, session, async (db, order, invalidate) => {
    // It uses up its own session alone: the next round ends another one, which may be at another provider.
    if (session.attempt) await closeAttempt(db, session.attempt)
    const earlier = await findPaymentOfCharge(db, gateway, charge.id, sessionId)
    if (earlier && earlier.status !== 'pending') return { payment: earlier, isNew: false }

    const problem = problemOfCharge(order, snapshot, session, earlier?.id)
    const { id: transactionId, amount } = charge
    // Stripe has no time of a refusal, which may come days after the charge.
    const at = earlier && charge.state === 'failed' ? new Date() : charge.at
    const found = { status: problem ? 'failed' : charge.state, transactionId, amount, at, problem } as const
    const payment = await savePayment(db, gateway, order, snapshot, earlier, found)
    if (order.status !== 'cancelled' && payment.status === 'completed')
      await markForReview(db, gateway, order.id, snapshot.signs)
    await applyToOrder(db, order, payment, invalidate)
    // It is refunded automatically, once.
    if (isRefundOwed(payment))
      await queueRefund(db, { payment, amountCents: payment.amount_cents, reason: problem ?? '' })
    else if (payment.status === 'completed') {
      await issueInvoice(db, payment)
      // Its cards may have had their part back.
      if (order.giftCardCents > 0)
        await creditCards(db, order.id, order.giftCardCents - (await countUnreturned(db, order.id)))
    }
    return { payment, isNew: !earlier, hasJustFailed: charge.state === 'failed' }
  })
}

/** Records a session that took no money: it waits, it failed, or it is not as the shop opened it. */
export function recordWithoutCharge(
  db: Database,
  gateway: PaymentGateway,
  session: Session,
  snapshot: Snapshot,
  { status, problem = null }: { status: Exclude<PaymentStatus, 'completed'>; problem?: PaymentProblem | null },
): Promise<Recorded> {
  return withOrder(db, session, async (db, order) => {
    const { sessionId: transactionId, amount = { cents: order.payableCents, currency: order.currency } } = snapshot
    const earlier = await findPaymentOfCharge(db, gateway, transactionId, transactionId)
    if (earlier && (earlier.status === 'completed' || status === 'pending')) return { payment: earlier, isNew: false }

    const found = { status, transactionId, amount, at: new Date(), problem }
    return { payment: await savePayment(db, gateway, order, snapshot, earlier, found), isNew: !earlier }
  })
}

/** Every change of payments locks the order first. */
async function withOrder(
  db: Database,
  { orderId }: Session,
  work: (db: Transaction, order: PayableOrder, invalidate: Invalidate) => Promise<Recorded>,
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

/** A pending payment may have waited for this charge. */
const findPaymentOfCharge = (db: Database, { name }: PaymentGateway, chargeId: string, sessionId: string) =>
  ofOrders(db)
    .where('gateway', '=', name)
    .where(({ or, and, eb }) =>
      or([
        eb('transaction_id', '=', chargeId),
        and([eb('transaction_id', '=', sessionId), eb('status', '=', 'pending')]),
      ]),
    )
    .executeTakeFirst()

/** Spread over six hours, so that a day's payments are not all due at once. */
const firstCheck = sql<Date>`now() + interval '1 day' * (1 + random() / 4)`

interface Found {
  status: PaymentStatus
  transactionId: string
  amount: Money
  at: Date
  problem: PaymentProblem | null
}

async function savePayment(
  db: Transaction,
  { name: gateway, mode: gateway_mode }: PaymentGateway,
  { id: order_id, userId: user_id }: PayableOrder,
  { sessionId: provider_order_id, payerEmail }: Snapshot,
  earlier: PaymentRow | undefined,
  { status, transactionId, amount, at, problem }: Found,
): Promise<PaymentRow> {
  // A provider may report a payment after its order was anonymised.
  const email_address = sql<string | null>`case when not exists (
    select from orders where id = ${order_id} and anonymised_at is not null) then ${payerEmail ?? null}::text end`
  const event = {
    status,
    problem,
    email_address,
    transaction_id: transactionId,
    update_time: at,
    ...moneyColumns(amount),
    ...(status === 'completed' && { next_check_at: firstCheck }),
  }
  const origin = { id: newId(), user_id, order_id, gateway, gateway_mode, provider_order_id }
  const update = db.updateTable('payments').set(event).returningAll().$narrowType<PaymentRow>()
  const insert = db.insertInto('payments').returningAll().$narrowType<PaymentRow>()
  const payment = earlier
    ? await update.where('id', '=', earlier.id).executeTakeFirstOrThrow()
    : await insert.values({ ...origin, ...event }).executeTakeFirstOrThrow()
  await updateRefundDue(db, order_id)
  return payment
}

async function applyToOrder(
  db: Transaction,
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
  if (order.status === 'cancelled') return queueAutomaticRefund(db, id)

  // Staff may have moved it on while its payment was pending.
  if (order.status === 'pending') await moveOrder(db, invalidate, order, 'processing', null)
  await enqueueEmail(db, { kind: 'order-paid', order: order.id })
  await issueGiftCards(db, invalidate, order.id)
}

async function updateOrderPayment(db: Database, id: string, paymentId: string | null): Promise<void> {
  await db.updateTable('orders').set({ payment_id: paymentId }).where('id', '=', id).execute()
}
