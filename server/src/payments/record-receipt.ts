import { formatPrice, fromCents, isOffline, paymentProblems } from '@mela/contract'
import { sql } from 'kysely'
import { issueGiftCards } from '../orders/gift-cards/issue-gift-cards.ts'
import { issueCreditNote } from '../orders/invoices/issue-invoice.ts'
import { lockOrder, type PayableOrder, updateRefundDue } from '../orders/move-order.ts'
import { closeUnpaid } from '../orders/offline/close-unpaid.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database, RowOf, Transaction } from '../platform/database/database.ts'
import { endOfDay } from '../platform/database/days.ts'
import { newId } from '../platform/database/ids.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, notFound } from '../platform/http/errors.ts'
import { enqueueEmail } from '../platform/mail/outbox.ts'
import { crashPoint } from '../platform/runtime/crash-points.ts'
import { findPaymentById, listRefunds, lockPayment, type PaymentRow } from './rows.ts'

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
    const { order, payment } = await lockOffline(db, paymentId)
    const earlier = await findReceipt(db, paymentId, key)
    if (earlier) return { isWhole: requireSame(earlier, amountCents) && payment.status === 'completed' }

    refuseMoreThanDue(order, payment, amountCents)
    await insertReceipt(db, wanted)
    const status = await applyReceipts(db, order, payment, payment.received_cents + amountCents)
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

/**
 * Takes back what was recorded by mistake: refuse what has followed from it → delete it → count again → close what a
 * cancelled order left open → give time to pay.
 */
export async function removeReceipt(
  db: Database,
  paymentId: string,
  receiptId: string,
  actorId: string,
): Promise<void> {
  await transact(db, async db => {
    const { order, payment } = await lockOffline(db, paymentId)
    await refuseReturned(db, payment)
    await refuseGiftCards(db, order)
    const receipt = await db
      .deleteFrom('payment_receipts')
      .where('id', '=', receiptId)
      .where('payment_id', '=', paymentId)
      .returning('amount_cents')
      .executeTakeFirst()
    if (!receipt) throw notFound('Receipt not found.')
    await applyReceipts(db, order, payment, payment.received_cents - receipt.amount_cents)
    if (order.status === 'cancelled' && payment.status === 'completed') await closeCancelled(db, order)
    await giveTime(db, payment)
    const before = { order: payment.order_id, amount: fromCents(receipt.amount_cents), currency: payment.currency }
    await recordAudit(db, { actor: actorId, action: 'receipt.removed', subject: `payment:${paymentId}`, before })
  })
}

async function refuseReturned(db: Transaction, { id }: PaymentRow): Promise<void> {
  if ((await listRefunds(db, id)).some(({ state }) => state !== 'failed'))
    throw conflict(
      'Money of this payment was returned already. Record the rest as returned, too, and note at the order why.',
      'action_not_allowed',
    )
}

async function refuseGiftCards(db: Transaction, { id }: PayableOrder): Promise<void> {
  const issued = db.selectFrom('gift_cards').select('id').where('order_id', '=', id)
  if (await issued.executeTakeFirst())
    throw conflict(
      'Gift cards were issued for this payment and may be spent. Record a refund of all of it, which takes back what is left on them.',
      'action_not_allowed',
    )
}

/** Its cancellation credited nothing, because the payment counted. */
async function closeCancelled(db: Transaction, { id }: PayableOrder): Promise<void> {
  const unpaid = await closeUnpaid(db, id)
  await updateRefundDue(db, id)
  if (unpaid) await issueCreditNote(db, unpaid)
}

/** Staff have a day more to record the right amount; a customer who was told 'paid' has the whole time again. */
async function giveTime(db: Transaction, { id, status }: PaymentRow): Promise<void> {
  const more = status === 'completed' ? sql`date_trunc('day', due_at - created_at)` : sql`interval '1 day'`
  const until = endOfDay(sql`now() + ${more}`)
  await db.updateTable('payments').set({ due_at: until }).where('id', '=', id).where('due_at', '<', until).execute()
}

async function lockOffline(db: Transaction, paymentId: string): Promise<{ order: PayableOrder; payment: PaymentRow }> {
  const known = await findPaymentById(db, paymentId)
  if (!known) throw notFound('Payment not found.')
  if (!isOffline(known.gateway))
    throw conflict('The payment provider reports what arrives for this payment.', 'action_not_allowed')
  const order = await lockOrder(db, known.order_id)
  const payment = await lockPayment(db, paymentId)
  if (!order || !payment) throw new Error(`The payment ${paymentId} has gone.`)
  return { order, payment }
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

function refuseMoreThanDue({ payableCents, currency }: PayableOrder, payment: PaymentRow, amountCents: number): void {
  const due = payableCents - payment.received_cents
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
async function applyReceipts(
  db: Transaction,
  { id, payableCents }: PayableOrder,
  payment: PaymentRow,
  cents: number,
): Promise<PaymentRow['status']> {
  const isLate = payment.status === 'failed'
  const status = isLate ? 'failed' : cents < payableCents ? 'pending' : 'completed'
  const late =
    cents > 0
      ? { amount_cents: cents, problem: payment.problem ?? paymentProblems.late }
      : { amount_cents: payableCents, problem: null }
  await db
    .updateTable('payments')
    .set({ received_cents: cents, status, update_time: sql<Date>`now()`, ...(isLate && late) })
    .where('id', '=', payment.id)
    .execute()
  await updateRefundDue(db, id)
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
