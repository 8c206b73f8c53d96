import { CURRENCY } from '@mela/contract'
import type { Database } from '../database/database.ts'
import { areKeysWrong, GatewayError, type PaymentGateway, type ProviderRefund } from '../gateways/gateway.ts'
import { conflict, ShopError } from '../http/errors.ts'
import { findPaymentById, forgetProblem, type PaymentRow } from '../payment-records/payments.repository.ts'
import {
  failRefund,
  findRefund,
  listQueuedRefunds,
  noteAsked,
  type RefundRow,
  renewRequest,
} from '../payment-records/refunds.repository.ts'
import { crashPoint } from '../runtime/crash-points.ts'
import { applyRefund } from './apply-refund.ts'
import { adoptRecorded } from './match-provider-refunds.ts'

/** The buyer or the bank may take the money by themselves; it must not go back twice. */
const DISPUTED = 'The payment is disputed: the payment provider decides who gets the money.'

/**
 * Asks the provider for a refund that waits, under its fixed request id, and writes down the end. What nobody knows the
 * end of stays queued and is asked for again later. Throws `conflict` with the provider's own sentence when it refuses.
 */
export async function submitRefund(db: Database, gateway: PaymentGateway, refundId: string): Promise<void> {
  const refund = await findRefund(db, refundId)
  if (refund?.state === 'failed') throw conflict(refund.failure ?? 'The payment provider refused this refund.')
  const payment = refund?.state === 'queued' ? await findPaymentById(db, refund.payment_id) : undefined
  // Another provider would not know the charge; the instance that is connected to its own finds the row by itself.
  if (!refund || payment?.gateway !== gateway.name) return

  const mayBeDone = refund.asked_id === refund.request_id
  if (payment.disputed && refund.origin === 'automatic') {
    if (mayBeDone) await failUnlessDone(db, gateway, refund, DISPUTED, payment.provider_order_id)
    else await failRefund(db, refund.id, DISPUTED)
    return
  }

  await noteAsked(db, refund)
  crashPoint('refund before provider')
  const answer = await requestRefund(db, gateway, payment, refund).catch(gatewayError)
  crashPoint('refund done at provider')
  if (!(answer instanceof GatewayError)) await applyRefund(db, gateway.name, answer)
  else if (mayBeDone && areKeysWrong(answer)) return
  else if (isRefusal(answer, refund))
    await giveUp(db, gateway, { refund, mayBeDone }, answer, payment.provider_order_id)
  else if (answer.kind !== 'ambiguous') await renewRequest(db, refund)
}

async function requestRefund(
  db: Database,
  gateway: PaymentGateway,
  payment: PaymentRow,
  { amount_cents: cents, request_id }: RefundRow,
): Promise<ProviderRefund> {
  await adoptRecorded(db, gateway, payment)
  const currency = payment.currency || CURRENCY.code
  return gateway.refund(payment.transaction_id, { cents, currency }, request_id)
}

/**
 * Asks the provider at once for the refunds of an order that was just cancelled, so that its answer is there when the
 * caller looks. The queue has the same work.
 */
export async function submitRefundsOf(db: Database, gateway: PaymentGateway, orderId: string): Promise<void> {
  for (const { id } of await listQueuedRefunds(db, orderId)) {
    await submitWaitingRefund(db, gateway, id)
  }
}

/** For work without a caller who reads a refusal: the refund's row says why. */
export async function submitWaitingRefund(db: Database, gateway: PaymentGateway, refundId: string): Promise<void> {
  await submitRefund(db, gateway, refundId).catch(unlessRefused)
}

function unlessRefused(error: unknown): void {
  if (!(error instanceof ShopError)) throw error
}

function gatewayError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error
  throw error
}

/** What waits for the money to arrive, or for our keys to be right, is not refused; staff who ask for the first time learn of wrong keys. */
function isRefusal({ kind, issue }: GatewayError, { origin }: RefundRow): boolean {
  if (kind === 'ambiguous' || issue === 'PENDING_CAPTURE') return false
  return kind !== 'config' || origin === 'staff'
}

/**
 * The money may have been given back at the provider itself: then that counts, and ours has come too late. A refund that
 * may have been done before stays queued while the provider cannot be asked about it.
 */
async function giveUp(
  db: Database,
  gateway: PaymentGateway,
  { refund, mayBeDone }: { refund: RefundRow; mayBeDone: boolean },
  { issue, description }: GatewayError,
  sessionId: string,
): Promise<void> {
  const failure = `PayPal: ${description ?? issue ?? 'refused.'}`
  const seen = await failUnlessDone(db, gateway, refund, failure, sessionId)
  if (mayBeDone && !seen) return
  if (!seen) await failRefund(db, refund.id, failure)
  // What never arrived is not owed to anyone.
  if (seen?.charge?.state === 'failed') await forgetProblem(db, refund.payment_id)
  if (refund.origin === 'staff') throw conflict(failure)
}

/**
 * Fails a refund and applies what the provider knows to have been given back, which brings it to its true end if it was done.
 * Does nothing and answers undefined when the provider cannot be asked.
 */
async function failUnlessDone(
  db: Database,
  gateway: PaymentGateway,
  refund: RefundRow,
  failure: string,
  sessionId: string,
) {
  const seen = await gateway.look(sessionId).then(
    snapshot => snapshot ?? { refunds: [], charge: undefined },
    () => undefined,
  )
  if (!seen) return undefined
  await failRefund(db, refund.id, failure)
  for (const event of seen.refunds) await applyRefund(db, gateway.name, event)
  return seen
}
