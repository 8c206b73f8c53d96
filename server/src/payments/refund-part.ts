import { boughtStatuses, formatPrice, fromCents } from '@mela/contract'
import { countUnreturned, findReturned, returnToCards } from '../orders/gift-cards/use-gift-cards.ts'
import { creditCards } from '../orders/invoices/issue-invoice.ts'
import { lockOrder, moveByStaff, type PayableOrder } from '../orders/move-order.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, notFound } from '../platform/http/errors.ts'
import { enqueueEmail } from '../platform/mail/outbox.ts'
import type { Gateways } from './gateways/gateway.ts'
import { insertRequested, ORDER_NOT_PAID, requireRefunds } from './refund-payment.ts'
import { listRefunds, lockPayment, type RefundRow, refundable } from './rows.ts'
import { submitRefund } from './submit-refunds.ts'

interface PartOfOrder {
  orderId: string
  amountCents?: number | undefined
  key?: string | undefined
  actorId: string
}

interface Split {
  toCards: number
  refund?: RefundRow | undefined
}

/** Refunds an order or a part of it, for staff: to its gift cards first → the rest by its payment → ask the provider. */
export async function refundPart(db: Database, gateways: Gateways, wanted: PartOfOrder) {
  const { toCards, refund } = await requestSplit(db, gateways, wanted)
  if (refund) await submitRefund(db, gateways, refund.id)
  return { giftCardAmount: fromCents(toCards), paymentAmount: fromCents(refund?.amount_cents ?? 0) }
}

function requestSplit(db: Database, gateways: Gateways, wanted: PartOfOrder): Promise<Split> {
  const { orderId, amountCents, key, actorId } = wanted
  return transact(db, async (db, invalidate) => {
    const order = await lockOrder(db, orderId)
    if (!order) throw notFound('Order not found.')
    const payment = order.paymentId === null ? undefined : await lockPayment(db, order.paymentId)
    const refunds = payment ? await listRefunds(db, payment.id) : []
    const requestId = key && `key-${orderId}-${key}`
    const earlier = requestId && (await findSplit(db, orderId, requestId, refunds))
    if (earlier) return requireSameSum(earlier, amountCents)

    const onCards = isBought(order) ? await countUnreturned(db, orderId) : 0
    const rest = onCards + (payment?.status === 'completed' ? refundable(payment, refunds) : 0)
    const amount = amountCents ?? rest
    if (rest === 0) throw nothingLeft(order, refunds)
    if (amount > rest) throw tooMuch(rest, order)

    const toCards = await returnToCards(db, orderId, {
      ...{ reason: 'refund', cents: Math.min(amount, onCards), requestId, actorId },
    })
    if (payment && amount > toCards) requireRefunds(payment, gateways)
    const refund =
      payment && amount > toCards
        ? await insertRequested(db, payment, { amountCents: amount - toCards, requestId, actorId })
        : undefined
    if (toCards > 0) await tellOfCards(db, order, toCards, { actorId, isAlone: !refund })
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

/** A repeat with another amount is another request, and must not look successful. */
function requireSameSum(split: Split, amountCents: number | undefined): Split {
  if (amountCents === undefined || amountCents === split.toCards + (split.refund?.amount_cents ?? 0)) return split
  throw conflict(
    'This request has already asked for another refund. Look at what went back, then ask again.',
    'idempotency_key_reused',
  )
}

function nothingLeft({ paymentId, giftCardCents }: PayableOrder, refunds: RefundRow[]) {
  if (paymentId === null && giftCardCents === 0) return conflict(ORDER_NOT_PAID.message, ORDER_NOT_PAID.code)
  const isUnderWay = refunds.some(({ state }) => state === 'queued' || state === 'pending')
  return isUnderWay
    ? conflict('A refund of this order is on its way.', 'refund_under_way')
    : conflict('This order was refunded already.', 'already_refunded')
}

const tooMuch = (rest: number, { currency }: PayableOrder) =>
  conflict(`Only ${formatPrice(fromCents(rest), currency)} of this order can be refunded.`, 'refund_too_large')

/** A refund by the provider sends its own email, which names the cards, too. */
async function tellOfCards(
  db: Transaction,
  { id, currency }: PayableOrder,
  cents: number,
  { actorId, isAlone }: { actorId: string; isAlone: boolean },
): Promise<void> {
  if (isAlone) await enqueueEmail(db, { kind: 'order-returned-to-cards', order: id })
  await creditCards(db, id, cents)
  const after = { amount: fromCents(cents), currency }
  await recordAudit(db, { actor: actorId, action: 'refund.to-gift-card', subject: `order:${id}`, after })
}
