import type { DisputeDetails } from '@mela/contract'
import type { Database } from '../database/database.ts'
import { retrying } from '../database/retrying.ts'
import { GatewayError, type PaymentGateway, type ProviderDispute } from '../gateways/gateway.ts'
import { notFound } from '../http/errors.ts'
import { lockOrder } from '../orders/order-payment.repository.ts'
import { findDisputeFile, listAnswers } from '../payment-records/dispute-answers.repository.ts'
import { findDispute, isOfGateway, lastUpdateOfDisputes, saveDispute } from '../payment-records/disputes.repository.ts'
import { findPaymentOf, liftReversal, lockPayment } from '../payment-records/payments.repository.ts'
import { reconcileLatePayment } from '../payments/reconcile-late-payment.ts'
import { updateDisputed } from '../refunds/update-disputed.ts'

/** Without known disputes the last half year is searched: a buyer has that long to open one. */
const BUYERS_TIME_MS = 180 * 24 * 3600 * 1000

/** Stores the provider's state of one dispute, and holds or releases its order. */
export async function refreshDispute(db: Database, gateway: PaymentGateway, disputeId: string): Promise<void> {
  const event = await gateway.disputes.look(disputeId)
  if (event) await applyDispute(db, gateway, event)
}

/** Fetches all that changed at the provider, in case a webhook was lost. */
export async function refreshDisputes(db: Database, gateway: PaymentGateway): Promise<void> {
  const since = (await lastUpdateOfDisputes(db, gateway.name)) ?? new Date(Date.now() - BUYERS_TIME_MS)
  for (const id of await gateway.disputes.listChanged(since)) await refreshDispute(db, gateway, id)
}

async function applyDispute(db: Database, gateway: PaymentGateway, event: ProviderDispute): Promise<void> {
  const payment = event.chargeId === undefined ? undefined : await findPaymentOf(db, gateway.name, event.chargeId)
  await retrying(() =>
    db.transaction().execute(async db => {
      const order = payment && (await lockOrder(db, payment.order_id))
      const before = payment && (await lockPayment(db, payment.id))
      const hasEnded = await saveDispute(db, gateway.name, payment?.id ?? null, event)
      // A dispute withdrawn by the buyer, or about a part, does not decide about money that the bank took.
      if (before && hasEnded && event.outcome === 'RESOLVED_SELLER_FAVOUR')
        await liftReversal(db, before.id, event.amount.cents)
      if (order && before) await updateDisputed(db, order, before)
    }),
  )
  // The provider refunds by itself when the buyer wins.
  if (payment && event.status === 'RESOLVED') await reconcileLatePayment(db, gateway, payment.transaction_id)
}

/**
 * With the actions possible now; without actions and messages while the provider does not respond, and for a dispute of
 * another gateway.
 */
export async function showDispute(db: Database, gateway: PaymentGateway, id: string): Promise<DisputeDetails> {
  const dispute = await findDispute(db, id)
  if (!dispute) throw notFound('Dispute not found.')

  const isOwn = await isOfGateway(db, id, gateway.name)
  const event = isOwn ? await gateway.disputes.look(dispute.disputeId).catch(unlessSilent) : undefined
  const answers = await listAnswers(db, id)
  if (!event) return { ...dispute, answers, actions: [], messages: [] }
  await applyDispute(db, gateway, event)
  const { actions, messages } = event
  return {
    ...((await findDispute(db, id)) ?? dispute),
    ...{ answers, actions },
    messages: messages.map(({ at, ...message }) => ({ ...message, at: at.toISOString() })),
  }
}

function unlessSilent(error: unknown): undefined {
  if (!(error instanceof GatewayError)) throw error
}

export async function showDisputeFile(db: Database, disputeId: string, fileId: string) {
  const file = await findDisputeFile(db, disputeId, fileId)
  if (!file) throw notFound('File not found.')
  return file
}
