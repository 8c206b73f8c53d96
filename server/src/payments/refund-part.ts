import { boughtStatuses, formatPrice, fromCents, sumOf } from '@mela/contract'
import { sql } from 'kysely'
import { countUnreturned, findReturned, returnToCards } from '../orders/gift-cards/use-gift-cards.ts'
import { cardNoteOf, creditCards } from '../orders/invoices/issue-invoice.ts'
import { lockOrder, moveByStaff, type PayableOrder } from '../orders/move-order.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, notFound } from '../platform/http/errors.ts'
import { enqueueEmail } from '../platform/mail/outbox.ts'
import type { Gateways } from './gateways/gateway.ts'
import { insertRequested, notPaid, requireRefunds } from './refund-payment.ts'
import { chooseUnits, insertRefundedLines, type WantedUnits } from './refunded-lines.ts'
import { findRefund, listRefunds, lockPayment, type PaymentRow, type RefundRow, refundable } from './rows.ts'
import { submitWaitingRefund } from './submit-refunds.ts'

interface PartOfOrder {
  orderId: string
  /** With lines: what staff saw that they cost. */
  amountCents?: number | undefined
  lines?: WantedUnits | undefined
  key?: string | undefined
  actorId: string
}

interface Split {
  toCards: number
  refund?: RefundRow | undefined
}

/**
 * Refunds an order or a part of it, for staff, by amount or by lines: find what they cost → to its gift cards first → the
 * rest by its payment → ask the provider.
 */
export async function refundPart(db: Database, gateways: Gateways, wanted: PartOfOrder) {
  const { toCards, refund } = await requestSplit(db, gateways, wanted)
  const split = { giftCardAmount: fromCents(toCards), paymentAmount: fromCents(refund?.amount_cents ?? 0) }
  if (!refund) return { split, state: 'completed' as const }
  await submitWaitingRefund(db, gateways, refund.id)
  const { state, failure } = (await findRefund(db, refund.id)) ?? refund
  if (state === 'failed') throw refusedByProvider(failure, toCards, refund)
  return { split, state }
}

function refusedByProvider(failure: string | null, toCards: number, { currency }: RefundRow) {
  const onCards = toCards > 0 ? ` ${formatPrice(fromCents(toCards), currency)} is back on gift cards.` : ''
  return conflict((failure ?? 'The payment provider refused this refund.') + onCards, 'provider_refused')
}

function requestSplit(db: Database, gateways: Gateways, wanted: PartOfOrder): Promise<Split> {
  const { orderId, amountCents, lines, key, actorId } = wanted
  return transact(db, async (db, invalidate) => {
    const order = await lockOrder(db, orderId)
    if (!order) throw notFound('Order not found.')
    const payment = order.paymentId === null ? undefined : await lockPayment(db, order.paymentId)
    const refunds = payment ? await listRefunds(db, payment.id) : []
    const requestId = `key-${orderId}-${key ?? newId()}`
    const earlier = await findSplit(db, orderId, requestId, refunds)
    if (earlier) {
      const isSame = !lines || (await isOfUnits(db, { orderId, requestId, refundId: earlier.refund?.id }, lines))
      return requireSame(earlier, isSame, amountCents)
    }

    const onCards = isBought(order) ? await countUnreturned(db, orderId) : 0
    const rest = onCards + (payment?.status === 'completed' ? refundable(payment, refunds) : 0)
    if (rest <= 0) throw nothingLeft(order, payment, refunds)
    const units = lines && (await chooseUnits(db, orderId, lines, rest))
    const amount = units ? sumOf(units.map(({ cents }) => cents)) : (amountCents ?? rest)
    if (units && amountCents !== undefined && amountCents !== amount) throw otherCost(amount, order)
    if (amount > rest) throw tooMuch(rest, order)

    const toCards = await returnToCards(db, orderId, {
      ...{ reason: 'refund', cents: Math.min(amount, onCards), requestId, actorId },
    })
    if (payment && amount > toCards) requireRefunds(payment, gateways)
    const refund =
      payment && amount > toCards
        ? await insertRequested(db, payment, { amountCents: amount - toCards, requestId, actorId })
        : undefined
    if (units) await insertRefundedLines(db, units, { orderId, requestId, toCards, refundId: refund?.id })
    if (toCards > 0) await tellOfCards(db, order, toCards, { requestId, actorId })
    if (toCards === rest && (!payment || payment.refunded_at))
      await moveByStaff(db, invalidate, order, 'refunded', actorId)
    return { toCards, refund }
  })
}

/** An unpaid order has only reserved the money of its cards. */
const isBought = ({ status }: PayableOrder) => boughtStatuses.some(bought => bought === status)

async function findSplit(db: Transaction, orderId: string, requestId: string, refunds: RefundRow[]) {
  const split = { toCards: await findReturned(db, orderId, requestId), refund: refunds.find(isOf(requestId)) }
  return split.toCards > 0 || split.refund ? split : undefined
}

const isOf = (requestId: string) => (refund: RefundRow) => refund.request_id === requestId

async function isOfUnits(
  db: Transaction,
  { orderId, requestId, refundId = null }: { orderId: string; requestId: string; refundId?: string | undefined | null },
  wanted: WantedUnits,
): Promise<boolean> {
  const rows = await db
    .selectFrom('refunded_lines')
    .select(['line', sql<number>`sum(quantity)::integer`.as('quantity')])
    .where('order_id', '=', orderId)
    .where(row => row.or([row('card_note', '=', cardNoteOf(requestId)), row('refund_id', '=', refundId)]))
    .groupBy('line')
    .execute()
  const isSame = (row: WantedUnits[number]) => wanted.some(w => w.line === row.line && w.quantity === row.quantity)
  return rows.length === wanted.length && rows.every(isSame)
}

/** A repeat with another amount or of other units is another request, and must not look successful. */
function requireSame(split: Split, isSame: boolean, amountCents: number | undefined): Split {
  const amount = split.toCards + (split.refund?.amount_cents ?? 0)
  if (isSame && (amountCents ?? amount) === amount) return split
  throw conflict(
    'This request has already asked for another refund. Look at what went back, then ask again.',
    'idempotency_key_reused',
  )
}

function nothingLeft({ giftCardCents }: PayableOrder, payment: PaymentRow | undefined, refunds: RefundRow[]) {
  if (refunds.some(({ state }) => state === 'queued' || state === 'pending'))
    return conflict('A refund of this order is on its way.', 'refund_under_way')
  return payment?.status === 'pending' || (!payment && giftCardCents === 0)
    ? conflict(notPaid(payment).message, 'order_not_paid')
    : conflict('This order was refunded already.', 'already_refunded')
}

const otherCost = (cents: number, { currency }: PayableOrder) =>
  conflict(`Of what you chose, ${formatPrice(fromCents(cents), currency)} can be refunded now.`, 'version_conflict')

const tooMuch = (rest: number, { currency }: PayableOrder) =>
  conflict(`Only ${formatPrice(fromCents(rest), currency)} of this order can be refunded.`, 'refund_too_large')

/** The provider may refuse its part, of which another email tells. */
async function tellOfCards(
  db: Transaction,
  { id, currency }: PayableOrder,
  cents: number,
  { requestId, actorId }: { requestId: string; actorId: string },
): Promise<void> {
  await enqueueEmail(db, { kind: 'order-returned-to-cards', order: id, request: requestId })
  await creditCards(db, id, cents, cardNoteOf(requestId))
  const after = { amount: fromCents(cents), currency }
  await recordAudit(db, { actor: actorId, action: 'refund.to-gift-card', subject: `order:${id}`, after })
}
