import type { Database } from '../database/database.ts'
import { GatewayError, type PaymentGateway, type Snapshot } from '../gateways/gateway.ts'
import { unavailable } from '../http/errors.ts'
import { expireIfDue } from '../orders/expiry.ts'
import { findPayableOrder, isPayable } from '../orders/order-payment.repository.ts'
import { closeAttempt, countCaptureTry, findAttempt } from '../payment-records/attempts.repository.ts'
import { holdAfterDecline, holdForCapture } from '../payment-records/hold-for-payment.ts'
import { applyRefund } from '../refunds/apply-refund.ts'
import { recordReversal } from '../refunds/record-reversal.ts'
import { crashPoint } from '../runtime/crash-points.ts'
import { noLongerPayable } from './problems.ts'
import { type Recorded, recordCharge, recordWithoutCharge } from './record-charge.ts'

/**
 * Brings an order in line with the provider: captures an approved payment while the order can be paid, and records the
 * result. Idempotent. Throws when the order can no longer be paid, or when the result is ambiguous.
 */
export async function reconcilePayment(db: Database, gateway: PaymentGateway, snapshot: Snapshot): Promise<Recorded> {
  if (snapshot.charge) {
    const recorded = await recordCharge(db, gateway, snapshot, snapshot.charge)
    for (const refund of snapshot.refunds) await applyRefund(db, gateway, refund)
    if (snapshot.charge.isReversed) await recordReversal(db, recorded.payment, 'retrieval')
    return recorded
  }

  const { orderRef = '' } = snapshot
  await expireIfDue(db, orderRef)
  const order = await findPayableOrder(db, orderRef)
  if (!order || !isPayable(order)) return reconciledMeanwhile(db, gateway, snapshot)
  if (snapshot.state === 'approved') return capturePayment(db, gateway, snapshot)
  return recordWithoutCharge(db, gateway, snapshot, snapshot.state === 'open' ? 'pending' : 'failed')
}

/** A concurrent call may have captured the payment; both get the same answer. */
async function reconciledMeanwhile(db: Database, gateway: PaymentGateway, { sessionId }: Snapshot): Promise<Recorded> {
  const snapshot = await gateway.retrieve(sessionId).catch(providerTrouble)
  if (!snapshot?.charge) throw noLongerPayable()
  return reconcilePayment(db, gateway, snapshot)
}

async function capturePayment(db: Database, gateway: PaymentGateway, snapshot: Snapshot): Promise<Recorded> {
  const { sessionId } = snapshot
  const attempt = await findAttempt(db, gateway.name, sessionId)
  if (attempt) await holdForCapture(db, attempt.id)
  const taken = await gateway.capture(sessionId, attempt?.captureTry ?? 1).catch(failureOf)
  crashPoint('payment captured')
  if (!(taken instanceof GatewayError)) return reconcilePayment(db, gateway, taken)

  const recorded = await recordWithoutCharge(db, gateway, snapshot, 'failed')
  if (attempt) await holdAfterDecline(db, attempt.id)
  if (attempt && taken.kind === 'declined') await countCaptureTry(db, attempt)
  else if (attempt) await closeAttempt(db, attempt.id)
  return recorded
}

/** A definite failure without a capture; throws when the result is ambiguous. */
function failureOf(error: unknown): GatewayError {
  if (error instanceof GatewayError && error.kind !== 'ambiguous' && error.kind !== 'config') return error
  return providerTrouble(error)
}

/** Throws the shop's error for the provider's. */
export function providerTrouble(error: unknown): never {
  throw error instanceof GatewayError ? unavailable(error) : error
}
