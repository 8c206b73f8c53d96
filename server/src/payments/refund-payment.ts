import { formatPrice, fromCents, isRefundOwed, nextStatuses } from '@mela/contract'
import type { Transaction } from 'kysely'
import { findPayableOrder, lockOrder } from '../orders/lock-order.ts'
import { moveByStaff } from '../orders/move-order.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, notFound, type ShopError } from '../platform/http/errors.ts'
import type { PaymentGateway } from './gateways/gateway.ts'
import type { Gateways } from './gateways/gateways.ts'
import { findRefund, insertRefund, listRefunds, type RefundRow, refundable } from './refund-rows.ts'
import { findPaymentById, lockPayment, type PaymentRow } from './rows.ts'
import { submitRefund } from './submit-refunds.ts'

interface StaffRefund {
  paymentId: string
  amountCents?: number | undefined
  /** Repeats of one click get the same refund. */
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
    await lockOrder(db, known.order_id)
    const payment = await lockPayment(db, paymentId)
    if (!payment || !hasTakenMoney(payment))
      throw conflict('No money was taken with this payment.', 'nothing_to_refund')
    const gateway = refundingGatewayOf(payment, gateways)

    const requestId = key && `key-${paymentId}-${key}`
    const refunds = await listRefunds(db, paymentId)
    const same = refunds.find(refund => refund.request_id === requestId || isUnderFormerKey(refund, key))
    if (same) return requireSameAmount(same, amountCents ?? refundable(payment, refundsBefore(same, refunds)))
    if (refunds.some(({ state }) => state === 'queued'))
      throw conflict('A refund of this payment is on its way.', 'refund_under_way')
    const rest = refundable(payment, refunds)
    const amount = amountCents ?? rest
    if (rest === 0)
      throw refunds.some(({ state }) => state === 'pending')
        ? conflict('A refund of this payment is on its way.', 'refund_under_way')
        : conflict('This payment was refunded already.', 'already_refunded')
    if (amount > rest)
      throw conflict(
        `Only ${formatPrice(fromCents(rest), payment.currency)} of this payment can be refunded.`,
        'refund_too_large',
      )
    if (amount < payment.amount_cents) requirePartial(gateway)
    return insertRequested(db, payment, { amountCents: amount, requestId, actorId })
  })
}

async function refusalOfUnknown(db: Database, paymentId: string): Promise<ShopError> {
  const isOfNoOrder = (await findPaymentOfNoOrder(db, paymentId)) !== undefined
  return isOfNoOrder
    ? conflict('This payment belongs to no order, so the shop does not refund it.', 'nothing_to_refund')
    : notFound('Payment not found.')
}

async function findPaymentOfNoOrder(db: Database, id: string): Promise<{ id: string } | undefined> {
  const payments = db.selectFrom('payments').select('id').where('id', '=', id)
  return payments.where('order_id', 'is', null).executeTakeFirst()
}

const hasTakenMoney = (payment: PaymentRow) => payment.status === 'completed' || isRefundOwed(payment)

/** Rows from before keys had a prefix that no present request id has. */
const isUnderFormerKey = ({ request_id, payment_id, origin }: RefundRow, key: string | undefined) =>
  key !== undefined && origin === 'staff' && request_id === `${payment_id}-${key}`

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
 * Refunds what is left of a paid order; `pending` is retried later.
 * Throws `notFound`, and `conflict` for an unpaid order or a refusal.
 */
export async function refundOrder(
  db: Database,
  gateways: Gateways,
  orderId: string,
  actorId: string,
): Promise<'completed' | 'pending'> {
  const refunds = await requestRest(db, gateways, orderId, actorId)
  for (const refund of refunds) await submitRefund(db, gateways, refund.id)
  await closeCancelled(db, orderId, actorId)
  const order = await findPayableOrder(db, orderId)
  return order?.status === 'refunded' ? 'completed' : 'pending'
}

function requestRest(db: Database, gateways: Gateways, orderId: string, actorId: string): Promise<RefundRow[]> {
  return transact(db, async db => {
    const order = await lockOrder(db, orderId)
    if (!order) throw notFound('Order not found.')
    if (order.status === 'refunded') return []
    if (!nextStatuses[order.status].includes('refunded')) {
      throw conflict(`Order status cannot change from ${order.status} to refunded.`, 'invalid_status_change')
    }
    const payment = order.paymentId === null ? undefined : await lockPayment(db, order.paymentId)
    if (payment?.status !== 'completed')
      throw conflict('Only an order that was paid can be refunded.', 'order_not_paid')
    const gateway = refundingGatewayOf(payment, gateways)

    const refunds = await listRefunds(db, payment.id)
    const queued = refunds.filter(({ state }) => state === 'queued')
    const rest = refundable(payment, refunds)
    if (rest > 0 && rest < payment.amount_cents) requirePartial(gateway)
    return rest > 0 ? [...queued, await insertRequested(db, payment, { amountCents: rest, actorId })] : queued
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

/** Throws a `conflict` when the gateway is not connected or makes no refunds. */
function refundingGatewayOf({ gateway: name }: PaymentRow, gateways: Gateways): PaymentGateway {
  const gateway = gateways.of(name)
  if (gateway.can.refund) return gateway
  throw conflict(`${gateway.displayName} takes no refunds. Return the money in another way.`, 'action_not_allowed')
}

function requirePartial({ can, displayName }: PaymentGateway): void {
  if (!can.partialRefund)
    throw conflict(`${displayName} refunds a payment as a whole, or not at all.`, 'action_not_allowed')
}

async function insertRequested(
  db: Transaction<Tables>,
  payment: PaymentRow,
  given: { amountCents: number; requestId?: string | undefined; actorId: string },
): Promise<RefundRow> {
  const refund = await insertRefund(db, { payment, ...given })
  await recordAudit(db, {
    actor: given.actorId,
    action: 'refund.requested',
    subject: `payment:${payment.id}`,
    after: {
      ...{ order: payment.order_id, refund: refund.id },
      ...{ amount: fromCents(refund.amount_cents), currency: refund.currency },
    },
  })
  return refund
}
