import { type ErrorCode, gatewayNames, isOffline, type OfflineWay } from '@mela/contract'
import { lockOrder } from '../orders/move-order.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, ShopError } from '../platform/http/errors.ts'
import { crashPoint } from '../platform/runtime/crash-points.ts'
import { applyRefund } from './apply-refund.ts'
import { GatewayError, type Gateways, type PaymentGateway, type Snapshot } from './gateways/gateway.ts'
import {
  findPaymentById,
  findRefund,
  listRefunds,
  lockPayment,
  type PaymentRow,
  queueRefundOfRest,
  type RefundRow,
} from './rows.ts'

/**
 * Asks the provider for a queued refund, or records what staff returned: look whether an earlier request did it → note
 * the request → refund → record the result, or give up when it refuses.
 * An ambiguous refund stays queued. Throws `conflict` with the provider's own sentence when it refuses.
 */
export async function submitRefund(db: Database, gateways: Gateways, refundId: string): Promise<void> {
  const refund = await findRefund(db, refundId)
  if (refund?.state === 'failed')
    throw conflict(refund.failure ?? 'The payment provider refused this refund.', 'provider_refused')
  const payment = refund?.state === 'queued' ? await findPaymentById(db, refund.payment_id) : undefined
  if (!refund || !payment) return
  crashPoint('refund begins')
  if (isOffline(payment.gateway)) return recordOwnRefund(db, payment.gateway, payment, refund)
  // Another provider would not know the charge.
  const gateway = gateways.of(payment.gateway)

  const mayBeDone = refund.asked_id === refund.request_id
  if (payment.disputed && refund.origin === 'automatic')
    return void (await failUnlessDone(db, gateway, refund, DISPUTED, payment))
  // Providers forget request ids, Stripe within a day: a repeated one would then refund twice.
  const seen = mayBeDone ? await recordKnown(db, gateway, payment) : { refunds: [] }
  if (!seen || seen.refunds.some(({ ownRef }) => ownRef === refund.request_id)) return

  // It is noted before the call, so that a crash in between is recognised.
  await db.updateTable('refunds').set({ asked_id: refund.request_id }).where('id', '=', refund.id).execute()
  crashPoint('refund before provider')
  const { amount_cents: cents, currency, request_id } = refund
  const answer = await adoptRecorded(db, gateway, payment)
    .then(() => gateway.refund(payment.transaction_id, { cents, currency }, request_id))
    .catch(unlessGatewayError)
  crashPoint('refund done at provider')
  if (!(answer instanceof GatewayError)) await applyRefund(db, gateway, answer)
  else if (isRefusal(answer, refund)) await giveUp(db, gateway, refund, answer, payment)
  else if (answer.kind !== 'ambiguous')
    await renewRequest(db, refund, needsOtherKeys(answer) ? keysRefused(gateway, answer) : null)
}

/** Staff have returned the money themselves: their record is the refund, and no provider is asked. */
async function recordOwnRefund(db: Database, way: OfflineWay, payment: PaymentRow, refund: RefundRow): Promise<void> {
  const amount = { cents: refund.amount_cents, currency: refund.currency }
  const done = { chargeId: payment.transaction_id, ownRef: refund.request_id, state: 'completed', amount } as const
  await applyRefund(db, { name: way, displayName: gatewayNames[way] }, { id: refund.id, ...done })
}

/** The buyer or the bank may take the money; it must not be returned twice. */
const DISPUTED = 'The payment is disputed: the payment provider decides who gets the money.'

/** While the provider does not respond it waits: answers undefined. */
async function failUnlessDone(
  db: Database,
  gateway: PaymentGateway,
  { id }: RefundRow,
  failure: string,
  payment: PaymentRow,
): Promise<Pick<Snapshot, 'refunds' | 'charge'> | undefined> {
  const seen = await recordKnown(db, gateway, payment)
  const failed = db.updateTable('refunds').set({ state: 'failed', failure }).where('id', '=', id)
  if (seen) await failed.where('state', '=', 'queued').execute()
  return seen
}

/** The provider's known refunds may complete a queued one. */
async function recordKnown(db: Database, gateway: PaymentGateway, { provider_order_id }: PaymentRow) {
  const seen = await gateway.retrieve(provider_order_id).then(
    snapshot => snapshot ?? { refunds: [] },
    () => undefined,
  )
  for (const event of seen?.refunds ?? []) await applyRefund(db, gateway, event)
  return seen
}

/**
 * Test mode only: a recorded payment that the emulator does not know, because it came with the demo's orders or the
 * emulator's data was lost, is registered there (ADR 0015).
 */
async function adoptRecorded(db: Database, gateway: PaymentGateway, payment: PaymentRow): Promise<void> {
  if (!gateway.adopt || payment.gateway_mode !== 'test') return

  const { currency } = payment
  const refunds = (await listRefunds(db, payment.id)).flatMap(
    ({ provider_refund_id: id, state, amount_cents: cents }) =>
      id !== null && state === 'completed' ? [{ id, amount: { cents, currency } }] : [],
  )
  await gateway.adopt({
    id: payment.provider_order_id,
    orderRef: payment.order_id,
    amount: { cents: payment.amount_cents, currency },
    status: 'completed',
    email: payment.email_address ?? undefined,
    recorded: { chargeId: payment.transaction_id, at: payment.update_time, refunds },
  })
}

function unlessGatewayError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error
  throw error
}

/** A refund that waits for the payment's arrival, or for correct keys, is not refused. */
function isRefusal(error: GatewayError, { origin }: RefundRow): boolean {
  if (error.kind === 'ambiguous' || error.issue === 'PENDING_CAPTURE') return false
  return !needsOtherKeys(error) || origin === 'staff'
}

/** Providers do not find the payments of another account. */
const needsOtherKeys = ({ kind }: GatewayError) => kind === 'config' || kind === 'notFound'

/** A refund made at the provider directly counts, and the shop's own is then void. */
async function giveUp(
  db: Database,
  gateway: PaymentGateway,
  refund: RefundRow,
  error: GatewayError,
  payment: PaymentRow,
): Promise<void> {
  const { issue, description } = error
  const failure = needsOtherKeys(error)
    ? keysRefused(gateway, error)
    : `${gateway.displayName}: ${description ?? issue ?? 'refused.'}`
  const seen = await failUnlessDone(db, gateway, refund, failure, payment)
  if (!seen) return saveQueued(db, refund, { failure })
  // The money of this payment never arrived, so no refund is due.
  if (seen.charge?.state === 'failed') await forgetProblem(db, refund.payment_id)
  if (refund.origin === 'staff') throw conflict(failure, 'provider_refused')
  await queueRest(db, payment, refund)
}

/** A payment with a problem that was never captured is a plain failure. */
async function forgetProblem(db: Database, id: string): Promise<void> {
  const failed = db.updateTable('payments').where('id', '=', id).where('status', '=', 'failed')
  await failed.set({ problem: null, is_refund_due: false }).execute()
}

async function queueRest(db: Database, { id, order_id }: PaymentRow, refund: RefundRow): Promise<void> {
  await transact(db, async db => {
    await lockOrder(db, order_id)
    const payment = await lockPayment(db, id)
    if (payment) await queueRefundOfRest(db, payment, { reason: refund.reason ?? '', below: refund.amount_cents })
  })
}

/** The keys, or another account than the one that was paid. */
const keysRefused = ({ displayName }: PaymentGateway, error: GatewayError) =>
  error.issue?.startsWith('PAYEE_')
    ? `${displayName}: ${error.description ?? error.issue} Look at the account there.`
    : `${displayName} does not let the shop refund this (${error.issue ?? 'refused'}). Look at the keys in Settings, Payments; what was paid to an account that the shop has left is returned there.`

/** After a definite answer the same request id would get the same answer for weeks. */
const renewRequest = (db: Database, refund: RefundRow, failure: string | null) =>
  saveQueued(db, refund, { request_id: newId(), failure })

/** Staff read the failure while the refund waits. */
async function saveQueued(
  db: Database,
  { id, request_id }: RefundRow,
  change: { request_id?: string; failure: string | null },
): Promise<void> {
  await db
    .updateTable('refunds')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('request_id', '=', request_id)
    .execute()
}

/** The caller of a cancellation sees the result at once; the queue has the same work. */
export async function submitRefundsOf(db: Database, gateways: Gateways, orderId: string): Promise<void> {
  const queued = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select('refunds.id')
    .where('order_id', '=', orderId)
    .where('state', '=', 'queued')
    .orderBy('refunds.id')
    .execute()
  // The job reports a gateway that is not connected; the caller's request is done.
  for (const { id } of queued) await submitWaitingRefund(db, gateways, id).catch(unlessCode('gateway_not_connected'))
}

/** A refusal is stored in the refund's row, as no caller waits. */
export async function submitWaitingRefund(db: Database, gateways: Gateways, refundId: string): Promise<void> {
  await submitRefund(db, gateways, refundId).catch(unlessCode('provider_refused'))
}

const unlessCode = (code: ErrorCode) => (error: unknown) => {
  if (!(error instanceof ShopError && error.code === code)) throw error
}
