import { formatPrice, fromCents, isOffline, isRefundOwed } from '@mela/contract'
import { countUnreturned, returnToCards } from '../orders/gift-cards/use-gift-cards.ts'
import { creditCards } from '../orders/invoices/issue-invoice.ts'
import {
  findMoveRefusal,
  findPayableOrder,
  lockOrder,
  moveByStaff,
  type Refusal,
  throwRefusal,
} from '../orders/move-order.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, notFound, type ShopError } from '../platform/http/errors.ts'
import { enqueueEmail } from '../platform/mail/outbox.ts'
import type { Gateways } from './gateways/gateway.ts'
import {
  findPaymentById,
  findRefund,
  insertRefund,
  listRefunds,
  lockPayment,
  type PaymentRow,
  type RefundAmount,
  type RefundRow,
  refundable,
} from './rows.ts'
import { submitRefund } from './submit-refunds.ts'

/** Why an order is not refunded whose payment is not complete. */
export function notPaid(payment: Pick<PaymentRow, 'received_cents'> | undefined): Refusal {
  const code = 'order_not_paid'
  return payment?.received_cents
    ? { note: 'It was paid in part: cancel it, then return what arrived.', message: PAID_IN_PART, code }
    : { note: 'Nothing was paid for it.', message: 'Only an order that was paid can be refunded.', code }
}

const PAID_IN_PART = 'This order was paid in part. Cancel it, then return what arrived.'

interface StaffRefund {
  paymentId: string
  amountCents?: number | undefined
  key?: string | undefined
  actorId: string
}

/** Refunds a payment or a part of it, for staff: check what is left → write the refund → ask the provider. */
export async function refundPayment(db: Database, gateways: Gateways, wanted: StaffRefund): Promise<RefundRow> {
  const refund = await requestPart(db, gateways, wanted)
  await submitRefund(db, gateways, refund.id)
  return (await findRefund(db, refund.id)) ?? refund
}

function requestPart(db: Database, gateways: Gateways, wanted: StaffRefund): Promise<RefundRow> {
  const { paymentId, amountCents, key, actorId } = wanted
  return transact(db, async db => {
    const known = await findPaymentById(db, paymentId)
    if (!known) throw await refusalOfUnknown(db, paymentId)
    const order = await lockOrder(db, known.order_id)
    const payment = await lockPayment(db, paymentId)
    if (!payment || !hasTakenMoney(payment)) {
      const message = payment?.received_cents ? PAID_IN_PART : 'No money was taken with this payment.'
      throw conflict(message, 'nothing_to_refund')
    }
    requireRefunds(payment, gateways)

    const requestId = key && `key-${paymentId}-${key}`
    const refunds = await listRefunds(db, paymentId)
    const same = refunds.find(refund => refund.request_id === requestId)
    if (same) return requireSameAmount(same, amountCents ?? refundable(payment, refundsBefore(same, refunds)))
    throwRefusal(findRestRefusal(payment, refunds))
    if (order?.paymentId === paymentId && (await countUnreturned(db, order.id)) > 0) throw cardsFirst()
    const rest = refundable(payment, refunds)
    const amount = amountCents ?? rest
    if (amount > rest)
      throw conflict(
        `Only ${formatPrice(fromCents(rest), payment.currency)} of this payment can be refunded.`,
        'refund_too_large',
      )
    return insertRequested(db, payment, { amountCents: amount, requestId, actorId })
  })
}

const cardsFirst = () =>
  conflict('Gift cards paid a part of this order and get it back first: refund the order.', 'action_not_allowed')

async function refusalOfUnknown(db: Database, paymentId: string): Promise<ShopError> {
  const isThere = await db.selectFrom('payments').select('id').where('id', '=', paymentId).executeTakeFirst()
  return isThere
    ? conflict('This payment belongs to no order, so the shop does not refund it.', 'nothing_to_refund')
    : notFound('Payment not found.')
}

type Charged = Pick<PaymentRow, 'status' | 'problem' | 'amount_cents' | 'reversed_at'>

const hasTakenMoney = (payment: Charged) => payment.status === 'completed' || isRefundOwed(payment)

/** A reversed payment has nothing left to refund, but only the provider knows for certain: a call asks it. */
export const canRefund = (payment: Charged, refunds: RefundAmount[]) =>
  hasTakenMoney(payment) && payment.reversed_at === null && !findRestRefusal(payment, refunds)

function findRestRefusal(payment: Charged, refunds: RefundAmount[]): Omit<Refusal, 'note'> | undefined {
  const isIn = (wanted: RefundRow['state']) => refunds.some(({ state }) => state === wanted)
  const isCovered = refundable(payment, refunds) <= 0
  if (isIn('queued') || (isCovered && isIn('pending')))
    return { message: 'A refund of this payment is on its way.', code: 'refund_under_way' }
  return isCovered ? { message: 'This payment was refunded already.', code: 'already_refunded' } : undefined
}

/** A repeat with another amount is another request, and must not look successful. */
function requireSameAmount(refund: RefundRow, amountCents: number): RefundRow {
  if (refund.amount_cents === amountCents) return refund
  const asked = formatPrice(fromCents(refund.amount_cents), refund.currency)
  throw conflict(
    `This request has already asked for a refund of ${asked}. Look at what went back, then ask again.`,
    'idempotency_key_reused',
  )
}

const refundsBefore = ({ id }: RefundRow, refunds: RefundRow[]) => refunds.filter(refund => refund.id < id)

/**
 * Refunds what is left of a paid order, to its gift cards at once; `pending` is retried later.
 * Throws `notFound`, and `conflict` for an unpaid order or a refusal.
 */
export async function refundOrder(db: Database, gateways: Gateways, orderId: string, actorId: string) {
  const refunds = await requestRest(db, gateways, orderId, actorId)
  for (const refund of refunds) await submitRefund(db, gateways, refund.id)
  await closeCancelled(db, orderId, actorId)
  const order = await findPayableOrder(db, orderId)
  return order?.status === 'refunded' ? 'completed' : 'pending'
}

function requestRest(db: Database, gateways: Gateways, orderId: string, actorId: string): Promise<RefundRow[]> {
  return transact(db, async (db, invalidate) => {
    const order = await lockOrder(db, orderId)
    if (!order) throw notFound('Order not found.')
    if (order.status === 'refunded') return []
    throwRefusal(findMoveRefusal(order.status, 'refunded'))
    const payment = order.paymentId === null ? undefined : await lockPayment(db, order.paymentId)
    if (order.giftCardCents > 0 && (order.payableCents === 0 || payment?.refunded_at)) {
      await moveByStaff(db, invalidate, order, 'refunded', actorId)
      await enqueueEmail(db, { kind: 'order-returned-to-cards', order: orderId })
      return []
    }
    if (payment?.status !== 'completed') throw conflict(notPaid(payment).message, 'order_not_paid')
    requireRefunds(payment, gateways)

    const refunds = await listRefunds(db, payment.id)
    const queued = refunds.filter(({ state }) => state === 'queued')
    const rest = refundable(payment, refunds)
    const refund = rest > 0 ? await insertRequested(db, payment, { amountCents: rest, actorId }) : undefined
    const requestId = refund?.request_id
    const returned = await returnToCards(db, orderId, { reason: 'refund', requestId, actorId })
    if (returned > 0) {
      await creditCards(db, orderId, returned)
      await enqueueEmail(db, { kind: 'order-returned-to-cards', order: orderId, request: requestId })
    }
    return refund ? [...queued, refund] : queued
  })
}

/** A cancelled order stays cancelled when its payment is refunded, unless staff request the refund. */
async function closeCancelled(db: Database, orderId: string, actorId: string): Promise<void> {
  await transact(db, async (db, invalidate) => {
    const order = await lockOrder(db, orderId)
    if (order?.status !== 'cancelled' || order.paymentId === null) return
    const payment = await lockPayment(db, order.paymentId)
    if (payment?.refunded_at) await moveByStaff(db, invalidate, order, 'refunded', actorId)
  })
}

/** Staff return by hand what no provider took, and record it. */
export function requireRefunds({ gateway }: PaymentRow, gateways: Gateways): void {
  if (isOffline(gateway)) return
  const { can, displayName } = gateways.of(gateway)
  if (!can.refund)
    throw conflict(`${displayName} takes no refunds. Return the money in another way.`, 'action_not_allowed')
}

export async function insertRequested(
  db: Transaction,
  payment: PaymentRow,
  given: { amountCents: number; requestId?: string | undefined; actorId: string },
): Promise<RefundRow> {
  const refund = await insertRefund(db, { payment, ...given })
  const amount = { amount: fromCents(refund.amount_cents), currency: refund.currency }
  const after = { order: payment.order_id, refund: refund.id, ...amount }
  await recordAudit(db, { actor: given.actorId, action: 'refund.requested', subject: `payment:${payment.id}`, after })
  return refund
}
