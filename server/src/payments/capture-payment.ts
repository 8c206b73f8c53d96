import { type PaymentProblem, paymentProblems, sumOf } from '@mela/contract'
import { expireIfDue } from '../orders/expire-orders.ts'
import { holdAfterDecline, holdForCapture } from '../orders/hold-orders.ts'
import { findPayableOrder, isPayable, type PayableOrder } from '../orders/move-order.ts'
import { requireOwnOrder } from '../orders/read-orders.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import { conflict, ShopError } from '../platform/http/errors.ts'
import { refuseManyDeclines } from '../platform/limits/limit-declines.ts'
import { crashPoint } from '../platform/runtime/crash-points.ts'
import { applyRefund, recordReversal } from './apply-refund.ts'
import { areKeysWrong, type Charge, GatewayError, type PaymentGateway, type Snapshot } from './gateways/gateway.ts'
import { noteDeclines } from './note-declines.ts'
import {
  type Attempt,
  closeAttempt,
  findAttempt,
  findSession,
  isFreshlyApproved,
  noLongerPayable,
  noteRefusal,
  problemBeforeCapture,
  providerTrouble,
  requireShopAccount,
  type Session,
  shipToOf,
} from './payment-sessions.ts'
import { type Recorded, recordCharge, recordWithoutCharge } from './record-charge.ts'
import { moneyColumns } from './rows.ts'

/**
 * Brings an order in line with its session at the provider: charged → record; approved → check → capture → record.
 * Idempotent. Throws when the order can no longer be paid, too much was declined, or the result is ambiguous.
 */
export async function reconcilePayment(
  db: Database,
  gateway: PaymentGateway,
  snapshot: Snapshot,
  { isReported = false } = {},
): Promise<Recorded> {
  const session = await findSession(db, gateway, snapshot).catch(providerTrouble)
  const { charge, signs } = snapshot
  if (!session) {
    if (charge && charge.state !== 'failed') await savePaymentOfNoOrder(db, gateway, snapshot, charge)
    throw namesNoOrder()
  }
  if (charge) {
    const recorded = await recordCharge(db, gateway, session, { ...snapshot, charge })
    if (session.attempt && (recorded.hasJustFailed || signs?.declines))
      await noteDeclines(db, gateway, session.attempt, signs)
    for (const refund of snapshot.refunds) await applyRefund(db, gateway, refund)
    if (charge.isReversed) await recordReversal(db, recorded.payment)
    return recorded
  }

  await expireIfDue(db, session.orderId)
  const order = await findPayableOrder(db, session.orderId)
  if (!order || !isPayable(order)) return reconciledMeanwhile(db, gateway, snapshot)
  if (snapshot.state === 'closed') return recordWithoutCharge(db, gateway, session, snapshot, { status: 'failed' })
  if (isUnnamed(session, snapshot)) return nameOrder(db, gateway, session, snapshot, order)
  const problem = problemBeforeCapture(order, snapshot, session)
  if (problem) return stopPayment(db, gateway, session, snapshot, problem)
  const { attempt } = session
  const mayTryAgain = isReported && snapshot.state === 'approved' && attempt?.state === 'open'
  if (isFreshlyApproved(snapshot, attempt) || mayTryAgain) return capturePayment(db, gateway, session, snapshot, order)
  if (attempt && signs) await noteDeclines(db, gateway, attempt, signs)
  return recordWithoutCharge(db, gateway, session, snapshot, signs?.declines ? declined : waiting)
}

/** The buyer agreed before there was an order, which alone opens an attempt without an address to approve it at. */
const isUnnamed = ({ attempt }: Session, { state, orderRef }: Snapshot) =>
  attempt?.approveUrl === null && state === 'approved' && orderRef === undefined

async function nameOrder(
  db: Database,
  gateway: PaymentGateway,
  session: Session,
  snapshot: Snapshot,
  { id, userId, payableCents, currency }: PayableOrder,
): Promise<Recorded> {
  const invoice = `${id}-${session.attempt?.number}`
  const amount = { cents: payableCents, currency }
  const shipTo = shipToOf(await requireOwnOrder(db, userId, id))
  const told = { orderRef: id, invoice, amount, shipTo }
  const named = await gateway.express?.nameOrder(snapshot.sessionId, told).catch(failureOf)
  if (named && !(named instanceof GatewayError)) return reconcilePayment(db, gateway, named)
  const recorded = await recordWithoutCharge(db, gateway, session, snapshot, { status: 'failed' })
  if (session.attempt) await closeAttempt(db, session.attempt)
  return recorded
}

const waiting = { status: 'pending', problem: paymentProblems.unapproved } as const
/** The buyer may try another card on the provider's page, which is still open. */
const declined = { status: 'failed' } as const

/** Others may sell with the shop's public client id: their money is none of the shop's. */
async function savePaymentOfNoOrder(db: Database, gateway: PaymentGateway, snapshot: Snapshot, charge: Charge) {
  if (snapshot.account !== (await requireShopAccount(db, gateway).catch(providerTrouble))) return
  const done = snapshot.refunds.filter(({ chargeId, state }) => chargeId === charge.id && state === 'completed')
  const refundedCents = sumOf(done.map(({ amount }) => amount.cents))
  await db
    .insertInto('payments')
    .values({
      id: newId(),
      gateway: gateway.name,
      gateway_mode: gateway.mode,
      status: 'failed',
      problem: paymentProblems.unknownOrder,
      transaction_id: charge.id,
      provider_order_id: snapshot.sessionId,
      email_address: snapshot.payerEmail ?? null,
      update_time: charge.at,
      ...moneyColumns(charge.amount),
      refunded_cents: refundedCents,
    })
    .onConflict(known =>
      known
        .columns(['gateway', 'transaction_id'])
        .doUpdateSet({ refunded_cents: refundedCents })
        .where('payments.order_id', 'is', null)
        .where('payments.refunded_cents', '<>', refundedCents),
    )
    .execute()
}

/** A concurrent call may have captured the payment; both get the same answer. */
async function reconciledMeanwhile(db: Database, gateway: PaymentGateway, { sessionId }: Snapshot): Promise<Recorded> {
  const snapshot = await gateway.retrieve(sessionId).catch(providerTrouble)
  if (!snapshot?.charge) throw noLongerPayable()
  return reconcilePayment(db, gateway, snapshot)
}

/** A session that is not as the shop opened it is never captured; the buyer's next start opens another one. */
async function stopPayment(
  db: Database,
  gateway: PaymentGateway,
  session: Session,
  snapshot: Snapshot,
  problem: PaymentProblem,
): Promise<Recorded> {
  const recorded = await recordWithoutCharge(db, gateway, session, snapshot, { status: 'failed', problem })
  if (session.attempt) await closeAttempt(db, session.attempt)
  return recorded
}

/**
 * Captures what the buyer approved: check that few payments were declined → hold the order → capture at the provider →
 * record the charge or the refusal.
 */
async function capturePayment(
  db: Database,
  gateway: PaymentGateway,
  session: Session,
  snapshot: Snapshot,
  { userId }: PayableOrder,
) {
  const { sessionId, isTaken } = snapshot
  const { attempt } = session
  if (attempt && !isTaken)
    await refuseManyDeclines(db, { ...attempt, userId }).catch(async error => {
      await closeAttempt(db, attempt)
      throw error
    })
  if (attempt) await holdForCapture(db, attempt.id)
  const taken = await gateway.capture(sessionId, attempt?.captureTry ?? 1).catch(async error => {
    if (error instanceof GatewayError && error.kind === 'config') await noteRefusal(db, gateway, error)
    return failureOf(error)
  })
  crashPoint('payment captured')
  if (!(taken instanceof GatewayError)) return reconcilePayment(db, gateway, taken)

  const isUnapproved = taken.kind === 'unapproved'
  const result = await recordWithoutCharge(
    db,
    gateway,
    session,
    snapshot,
    isUnapproved ? waiting : { status: 'failed' },
  )
  const recorded = { ...result, isUnapproved }
  if (!attempt) return recorded
  await holdAfterDecline(db, attempt.id)
  if (taken.kind === 'declined' || taken.kind === 'refused') await noteDeclines(db, gateway, attempt)
  await countCaptureTry(db, attempt)
  if (taken.kind !== 'declined' && !isUnapproved) await closeAttempt(db, attempt)
  return recorded
}

function failureOf(error: unknown): GatewayError {
  if (error instanceof GatewayError && error.kind !== 'ambiguous' && !areKeysWrong(error)) return error
  return providerTrouble(error)
}

/** After a decline the same request id would get the same answer, so the next capture counts one further. */
async function countCaptureTry(db: Database, { id, captureTry }: Attempt): Promise<void> {
  await db
    .updateTable('payment_attempts')
    .set({ capture_try: captureTry + 1 })
    .where('id', '=', id)
    .where('capture_try', '=', captureTry)
    .execute()
}

/**
 * Reconciles a payment that no browser reports, and closes its attempt when the order can no longer be paid, or the
 * session may not go on. Throws when the provider does not respond.
 */
export async function reconcileLatePayment(
  db: Database,
  gateway: PaymentGateway,
  transactionId: string,
  { mayGoOn } = { mayGoOn: true },
) {
  const found = await gateway.retrieve(transactionId)
  const attempt = await findAttempt(db, gateway.name, found?.sessionId ?? transactionId)
  const orderId = attempt?.orderId ?? found?.orderRef
  const order = orderId ? await findPayableOrder(db, orderId) : undefined
  if (mayGoOn && found?.state === 'open' && order && isPayable(order)) {
    // Declined cards leave the session open: staff see them, and they are counted.
    if (found.signs?.declines) await reconcilePayment(db, gateway, found)
    return
  }

  // Who turns to another provider, or cancels, leaves declines behind that no browser reports.
  if (attempt && found?.signs?.declines) await noteDeclines(db, gateway, attempt, found.signs)
  // No buyer may pay for an order that is over, where the provider takes the money without the shop.
  const snapshot = attempt && found?.state === 'open' ? await endSession(gateway, found) : found
  const canGo = snapshot && snapshot.state !== 'open' && snapshot.state !== 'closed'
  const isReconciled = canGo && (await reconcilePayment(db, gateway, snapshot).catch(ifRefused))
  if (attempt && !isReconciled) await closeAttempt(db, attempt)
}

/** Answers the session as it is then: it may have been paid in the meantime. */
export async function endSession(gateway: PaymentGateway, seen: Snapshot): Promise<Snapshot | undefined> {
  const ended = await (gateway.expire ? gateway.expire(seen.sessionId) : seen)
  crashPoint('payment session ended')
  return ended
}

/** The refusals mean that nothing was captured, or that it is no payment of an order. */
function ifRefused(error: unknown): undefined {
  if (!(error instanceof ShopError) || !['conflict', 'tooMany'].includes(error.kind)) throw error
}

const namesNoOrder = () =>
  conflict('This payment names no order of this shop. Please contact us if you paid it here.', 'payment_of_other_order')
