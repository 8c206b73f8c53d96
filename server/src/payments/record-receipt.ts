import { formatPrice, fromCents, isOffline, paymentProblems } from '@mela/contract'
import { sql } from 'kysely'
import { issueGiftCards } from '../orders/gift-cards/issue-gift-cards.ts'
import { lockOrder, updateRefundDue } from '../orders/move-order.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database, RowOf, Transaction } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, notFound } from '../platform/http/errors.ts'
import { enqueueEmail } from '../platform/mail/outbox.ts'
import { crashPoint } from '../platform/runtime/crash-points.ts'
import { findPaymentById, lockPayment, type PaymentRow } from './rows.ts'

interface NewReceipt {
  paymentId: string
  amountCents: number
  receivedOn: string
  note: string | null
  key: string
  actorId: string
}

type Receipt = RowOf<'payment_receipts'>

/**
 * Records money that arrived by transfer or on delivery: check what is due → write it → complete the payment with the
 * whole sum. What arrives for a cancelled order is due back.
 */
export async function recordReceipt(db: Database, wanted: NewReceipt): Promise<{ isWhole: boolean }> {
  const { paymentId, amountCents, key, actorId } = wanted
  const recorded = await transact(db, async (db, invalidate) => {
    const payment = await lockOffline(db, paymentId)
    const earlier = await findReceipt(db, paymentId, key)
    if (earlier) return { isWhole: requireSame(earlier, amountCents) && payment.status === 'completed' }

    if (payment.status !== 'failed') refuseMoreThanDue(payment, amountCents)
    await insertReceipt(db, wanted)
    const status = await applyReceipts(db, payment, payment.received_cents + amountCents)
    if (status === 'completed') {
      await enqueueEmail(db, { kind: 'order-paid', order: payment.order_id })
      await issueGiftCards(db, invalidate, payment.order_id)
    }
    const after = { order: payment.order_id, amount: fromCents(amountCents), currency: payment.currency }
    await recordAudit(db, { actor: actorId, action: 'receipt.recorded', subject: `payment:${paymentId}`, after })
    return { isWhole: status === 'completed' }
  })
  crashPoint('receipt after commit')
  return recorded
}

/** Takes back what was recorded by mistake, until the whole sum has arrived. */
export async function removeReceipt(
  db: Database,
  paymentId: string,
  receiptId: string,
  actorId: string,
): Promise<void> {
  await transact(db, async db => {
    const payment = await lockOffline(db, paymentId)
    if (payment.status !== 'pending')
      throw conflict('This payment is closed. Record a refund instead.', 'action_not_allowed')
    const receipt = await db
      .deleteFrom('payment_receipts')
      .where('id', '=', receiptId)
      .where('payment_id', '=', paymentId)
      .returning('amount_cents')
      .executeTakeFirst()
    if (!receipt) throw notFound('Receipt not found.')
    await applyReceipts(db, payment, payment.received_cents - receipt.amount_cents)
    // Past its last day the order has one more, so that staff can record the right amount.
    const tomorrow = sql<Date>`now() + interval '1 day'`
    await db
      .updateTable('payments')
      .set({ due_at: tomorrow })
      .where('id', '=', paymentId)
      .where('due_at', '<', tomorrow)
      .execute()
    const before = { order: payment.order_id, amount: fromCents(receipt.amount_cents), currency: payment.currency }
    await recordAudit(db, { actor: actorId, action: 'receipt.removed', subject: `payment:${paymentId}`, before })
  })
}

async function lockOffline(db: Transaction, paymentId: string): Promise<PaymentRow> {
  const known = await findPaymentById(db, paymentId)
  if (!known) throw notFound('Payment not found.')
  if (!isOffline(known.gateway))
    throw conflict('The payment provider reports what arrives for this payment.', 'action_not_allowed')
  await lockOrder(db, known.order_id)
  const payment = await lockPayment(db, paymentId)
  if (!payment) throw new Error(`The payment ${paymentId} has gone.`)
  return payment
}

const findReceipt = (db: Transaction, paymentId: string, key: string) =>
  db
    .selectFrom('payment_receipts')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('request_id', '=', key)
    .executeTakeFirst()

function requireSame({ amount_cents }: Receipt, amountCents: number): true {
  if (amount_cents === amountCents) return true
  throw conflict(
    'This request has already recorded another amount. Look at what was recorded.',
    'idempotency_key_reused',
  )
}

function refuseMoreThanDue({ status, amount_cents, received_cents, currency }: PaymentRow, amountCents: number): void {
  const due = status === 'completed' ? 0 : amount_cents - received_cents
  if (amountCents <= due) return
  throw conflict(
    due === 0
      ? 'The whole sum of this order was recorded already.'
      : `Only ${formatPrice(fromCents(due), currency)} is due. Record that, return what is too much, and note it at the order.`,
    'receipt_too_large',
  )
}

async function insertReceipt(db: Transaction, { paymentId, key, actorId, ...receipt }: NewReceipt): Promise<void> {
  const { amountCents: amount_cents, receivedOn: received_on, note } = receipt
  await db
    .insertInto('payment_receipts')
    .values({
      ...{ id: newId(), payment_id: paymentId, request_id: key, actor_id: actorId },
      ...{ amount_cents, received_on: sql<Date>`${received_on}::date`, note },
    })
    .execute()
}

/** The payment of a cancelled order is of what arrived, so that this is what goes back. */
async function applyReceipts(db: Transaction, payment: PaymentRow, cents: number): Promise<PaymentRow['status']> {
  const isLate = payment.status === 'failed'
  const status = !isLate && cents >= payment.amount_cents ? 'completed' : payment.status
  await db
    .updateTable('payments')
    .set({ received_cents: cents, status, update_time: sql<Date>`now()` })
    .where('id', '=', payment.id)
    .execute()
  if (isLate)
    await db
      .updateTable('payments')
      .set({ amount_cents: cents, problem: payment.problem ?? paymentProblems.late })
      .where('id', '=', payment.id)
      .execute()
  await updateRefundDue(db, payment.order_id)
  return status
}

export const listReceipts = (db: Database, paymentIds: string[]) =>
  db
    .selectFrom('payment_receipts')
    .leftJoin('users', 'users.id', 'actor_id')
    .selectAll('payment_receipts')
    .select(['first_name', 'last_name', sql<string>`received_on::text`.as('day')])
    .where('payment_id', '=', sql<string>`any(${paymentIds}::text[])`)
    .orderBy('payment_receipts.id')
    .execute()
