import { paymentProblems, sumOf, type WayToPay } from '@mela/contract'
import { type RawBuilder, sql } from 'kysely'
import { releaseGiftCards } from '../orders/gift-cards/issue-gift-cards.ts'
import { countUnreturned } from '../orders/gift-cards/use-gift-cards.ts'
import { correctInvoice } from '../orders/invoices/issue-invoice.ts'
import { lockOrder, moveOrder, type PayableOrder, updateRefundDue } from '../orders/move-order.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import type { Invalidate } from '../platform/database/invalidation.ts'
import { transact } from '../platform/database/transact.ts'
import { enqueueEmail } from '../platform/mail/outbox.ts'
import { crashPoint } from '../platform/runtime/crash-points.ts'
import type { ProviderRefund } from './gateways/gateway.ts'
import {
  findPaymentOf,
  listRefunds,
  lockPayment,
  moneyColumns,
  type PaymentRow,
  queueAutomaticRefund,
  type RefundRow,
} from './rows.ts'

/**
 * Records a refund that the provider reports: save it → count the sums → move the order → email and credit note.
 * Idempotent, in any order: sums are counted from the rows. Answers false for an unknown payment, and for what the bank
 * took while the shop had won it.
 */
export async function applyRefund(
  db: Database,
  { name, displayName }: { name: WayToPay; displayName: string },
  event: ProviderRefund,
): Promise<boolean> {
  const known = await findPaymentOf(db, name, event.chargeId)
  if (!known) return false
  // The shop never had this money, so it returned none.
  if (known.problem === paymentProblems.account) return true

  const isRecorded = await transact(db, async (db, invalidate) => {
    const order = await lockOrder(db, known.order_id)
    const payment = await lockPayment(db, known.id)
    if (!order || !payment) throw new Error(`The payment ${known.id} has gone.`)
    const reversal = await findReversal(db, payment, event)
    if (reversal === 'whole') return reversePayment(db, payment, event.id)
    if (reversal === 'won') return false
    const wasDone = await saveRefund(db, payment, event, displayName)
    const refunds = await listRefunds(db, payment.id)
    const isFull = await updateRefunded(db, payment, refunds)
    // The provider may list it before it announces that the bank took it.
    const isLifted = reversal && (await liftReversals(db, payment.id))
    await updateRefundDue(db, order.id)
    const isOver = order.status === 'refunded' || order.status === 'cancelled'
    // Provider or bank decide about the payment alone: what gift cards paid goes back by staff.
    const isEnd = isFull && !isLifted && order.paymentId === payment.id && !isOver
    if (isEnd && (await countUnreturned(db, order.id)) === 0)
      await moveOrder(db, invalidate, order, 'refunded', actorOf(refunds))
    if (payment.disputed) await updateDisputed(db, invalidate, order, payment)
    if (event.state === 'completed' && !wasDone && !event.isTakenBack && !reversal)
      await enqueueEmail(db, { kind: 'order-refunded', order: order.id, refund: event.id })
    await correctInvoice(db, payment.id)
    crashPoint('refund before commit')
    return true
  })
  crashPoint('refund after commit')
  return isRecorded
}

/** All that was left is no refund, even where the provider lists it as one. A part is one, until the shop wins. */
async function findReversal(
  db: Transaction,
  { id, amount_cents }: PaymentRow,
  { id: refundId, state, amount: { cents } }: ProviderRefund,
): Promise<'whole' | 'part' | 'won' | undefined> {
  const reversals = db.selectFrom('webhook_events').select('event_id').where('event_type', '=', 'reversed')
  if (!(await reversals.where('object_id', '=', refundId).executeTakeFirst())) return undefined
  const refunds = await listRefunds(db, id)
  const known = refunds.find(({ provider_refund_id }) => provider_refund_id === refundId)
  if (known) return known.state === 'failed' ? 'won' : 'part'
  if (state !== 'failed' && cents >= amount_cents - completedCents(refunds)) return 'whole'
  const won = db
    .selectFrom('payments')
    .select('id')
    .where('id', '=', id)
    .where(shopHasWonPart(sql`${cents}`, announcedAt(refundId)))
  return (await won.executeTakeFirst()) ? 'won' : 'part'
}

const completedCents = (refunds: RefundRow[]) =>
  sumOf(refunds.map(({ state, amount_cents }) => (state === 'completed' ? amount_cents : 0)))

/** Finds the shop's reference or the provider's id, else inserts; answers whether it was known to be completed. */
async function saveRefund(
  db: Transaction,
  { id: payment_id }: PaymentRow,
  { id: providerId, ownRef, state, amount }: ProviderRefund,
  provider: string,
): Promise<boolean> {
  const refunds = await listRefunds(db, payment_id)
  // Another id under our reference is money that went out twice.
  const isOurs = ({ request_id, provider_refund_id }: RefundRow) =>
    request_id === ownRef && (provider_refund_id ?? providerId) === providerId
  const ours = refunds.find(isOurs)
  const known = refunds.find(refund => refund.provider_refund_id === providerId)
  // The provider reported it without our reference, before we knew its id.
  if (ours && known && ours.id !== known.id) await db.deleteFrom('refunds').where('id', '=', known.id).execute()

  const earlier = ours ?? known
  const failure = state === 'failed' ? `${provider} could not complete this refund.` : null
  const event = { provider_refund_id: providerId, state, failure, ...moneyColumns(amount) }
  if (!earlier) {
    const origin = { id: newId(), payment_id, request_id: `provider-${providerId}`, origin: 'provider' } as const
    await db
      .insertInto('refunds')
      .values({ ...origin, ...event })
      .execute()
    // A bank may send back later what the provider called done.
  } else if (earlier.state !== 'completed' || state === 'failed')
    await db.updateTable('refunds').set(event).where('id', '=', earlier.id).execute()
  return ours?.state === 'completed' || known?.state === 'completed'
}

async function updateRefunded(db: Transaction, payment: PaymentRow, refunds: RefundRow[]): Promise<boolean> {
  const cents = completedCents(refunds)
  const isFull = cents >= payment.amount_cents
  await db
    .updateTable('payments')
    .set({ most_refunded_cents: sql`greatest(most_refunded_cents, refunded_cents, ${cents})` })
    .set({ refunded_cents: cents, refunded_at: isFull ? sql<Date>`coalesce(refunded_at, now())` : null })
    .where('id', '=', payment.id)
    .execute()
  return isFull
}

const actorOf = (refunds: RefundRow[]) => refunds.findLast(({ actor_id }) => actor_id !== null)?.actor_id ?? null

/** Records that the bank took the rest of a payment. Answers false while the shop has won it. */
export function recordReversal(db: Database, { id, order_id }: Pick<PaymentRow, 'id' | 'order_id'>): Promise<boolean> {
  return transact(db, async db => {
    await lockOrder(db, order_id)
    const payment = await lockPayment(db, id)
    return payment !== undefined && reversePayment(db, payment, payment.transaction_id)
  })
}

/** A provider may show a chargeback for ever: once the shop has won, only one announced during a later dispute is new. */
async function reversePayment(db: Transaction, { id, order_id }: PaymentRow, announcedId: string): Promise<boolean> {
  const isBack = shopHasWon(REST, announcedAt(announcedId))
  const { rows } = await sql<{ reversed_at: Date | null }>`
    update payments set disputed = disputed or not ${isBack},
      reversed_at = coalesce(reversed_at, case when not ${isBack} then now() end)
    where id = ${id} and status = 'completed' returning reversed_at`.execute(db)
  await updateRefundDue(db, order_id)
  await correctInvoice(db, id)
  return rows[0]?.reversed_at != null
}

const REST = sql`(payments.amount_cents - payments.refunded_cents)`

const announcedAt = (id: string) =>
  sql`(select max(received_at) from webhook_events where event_type = 'reversed' and object_id = ${id})`

/** Whether the shop won a dispute about so many cents or more, and all later ones that were opened by then. */
const shopHasWon = (cents: RawBuilder<unknown>, at: RawBuilder<unknown>, isOfIt = sql`true`) => sql<boolean>`exists (
  select from disputes won
  where won.payment_id = payments.id and won.state = 'won' and won.amount_cents >= ${cents} and ${isOfIt}
    and not exists (
      select from disputes later
      where later.payment_id = won.payment_id and (later.opened_at, later.id) > (won.opened_at, won.id)
        and later.amount_cents >= ${cents} and later.state <> 'won' and later.opened_at < ${at} + interval '1 day'))`

/** Of what one dispute took, another gives nothing back. Clocks differ, and events come up to three days late. */
const shopHasWonPart = (cents: RawBuilder<unknown>, at: RawBuilder<unknown>) =>
  shopHasWon(cents, at, sql`${at} between won.opened_at - interval '1 day' and won.updated_at + interval '4 days'`)

/**
 * What the bank took is the shop's again once it has won the dispute about it. Answers whether that ended a refund. Lock
 * the order and the payment first.
 */
export async function liftReversals(db: Transaction, id: string): Promise<boolean> {
  const payment = db.updateTable('payments').where('id', '=', id)
  await payment.set({ reversed_at: null }).where(shopHasWon(REST, sql`reversed_at`)).execute()
  const { rows: lifted } = await sql<{ cents: number }>`
    update refunds set state = 'failed', failure = 'The shop has won the dispute, and the money is back.'
    from payments
    where payments.id = ${id} and payment_id = payments.id and refunds.state = 'completed'
      and exists (select from webhook_events where event_type = 'reversed' and object_id = provider_refund_id)
      and ${shopHasWonPart(sql`refunds.amount_cents`, sql`refunds.created_at`)}
    returning refunds.amount_cents as cents`.execute(db)
  const cents = sumOf(lifted.map(({ cents }) => cents))
  if (cents === 0) return false
  // They are not due again, as refunds that a bank sends back are.
  await payment
    .set({ most_refunded_cents: sql`greatest(most_refunded_cents, refunded_cents) - ${cents}` })
    .set({ refunded_cents: sql`refunded_cents - ${cents}`, refunded_at: null })
    .execute()
  return true
}

/**
 * Writes whether a payment is contested. When its dispute ends, a cancelled order's payment is refunded, once, and
 * another's gift cards can be used. Lock order and payment first.
 */
export async function updateDisputed(
  db: Transaction,
  invalidate: Invalidate,
  order: PayableOrder,
  { id, disputed }: PaymentRow,
) {
  const isStillDisputed = await markDisputed(db, id)
  await updateRefundDue(db, order.id)
  if (!disputed || isStillDisputed || order.paymentId !== id) return
  if (order.status === 'cancelled') await queueAutomaticRefund(db, id)
  else await releaseGiftCards(db, invalidate, order.id)
}

/** A payment that has nothing left after a lost dispute stays contested, so that its order is not sent. */
async function markDisputed(db: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql<{ disputed: boolean }>`
    with known as (
      select count(*) filter (where is_open) as open, count(*) filter (where state = 'lost') as lost,
        coalesce(sum(coalesce(awarded_cents, amount_cents)) filter (where state = 'lost'), 0) as awarded,
        min(opened_at) filter (where state = 'lost') as since
      from disputes where payment_id = ${id}
    )
    update payments set disputed = reversed_at is not null or open > 0 or lost > 0 and (
      refunded_cents >= amount_cents or awarded > (
        select coalesce(sum(refunds.amount_cents), 0) from refunds
        where payment_id = payments.id and origin = 'provider' and state = 'completed' and refunds.created_at >= since
      ))
    from known where payments.id = ${id}
    returning disputed`.execute(db)
  return rows[0]?.disputed ?? false
}
