import { type DisputeDetails, isOpenDispute } from '@mela/contract'
import { chargeAgain, creditChargeback } from '../orders/invoices/invoices.repository.ts'
import { lockOrder } from '../orders/order-payment.repository.ts'
import type { Database } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { notFound } from '../platform/http/errors.ts'
import { findDisputeFile, listAnswers } from './dispute-answers.repository.ts'
import { findDispute, gatewayOfDispute, listUpdates, saveDispute } from './disputes.repository.ts'
import { GatewayError, type PaymentGateway, type ProviderDispute } from './gateways/gateway.ts'
import type { Gateways } from './gateways/gateways.ts'
import { findPaymentOf, liftReversal, lockPayment } from './payments.repository.ts'
import { reconcileLatePayment } from './reconcile-late-payment.ts'
import { updateDisputed } from './update-disputed.ts'

const DAY_MS = 24 * 3600 * 1000
/** A buyer has 180 days to open a dispute, and the provider searches no further back; a day less for clocks that differ. */
const SEARCHED_MS = 179 * DAY_MS
/** Disputes updated within this time are refreshed again, in case the work after storing one was interrupted. */
const LOOKED_AT_AGAIN_MS = 7 * DAY_MS

/** Answers false when the provider does not know the dispute, or the shop its payment. */
export async function refreshDispute(db: Database, gateway: PaymentGateway, disputeId: string): Promise<boolean> {
  const event = await gateway.disputes.retrieve(disputeId)
  if (!event) return false
  if ((await applyDispute(db, gateway, event)) || event.chargeId === undefined) return true
  // A dispute may arrive before its payment.
  await reconcileLatePayment(db, gateway, event.chargeId)
  return applyDispute(db, gateway, event)
}

/** Webhooks may be lost; a stored newest dispute does not prove that older ones are stored. */
export async function refreshDisputes(db: Database, gateway: PaymentGateway): Promise<void> {
  const now = Date.now()
  const known = await listUpdates(db, gateway.name, new Date(now - LOOKED_AT_AGAIN_MS))
  const errors: unknown[] = []
  for (const { id, updatedAt } of await gateway.disputes.listChanged(new Date(now - SEARCHED_MS))) {
    const stored = known.get(id)
    if (!stored || stored < updatedAt)
      await refreshDispute(db, gateway, id).catch((error: unknown) => void errors.push(error))
  }
  // The other disputes are refreshed; the failed ones are tried again with the job.
  if (errors.length > 0) throw errors[0]
}

async function applyDispute(db: Database, gateway: PaymentGateway, event: ProviderDispute): Promise<boolean> {
  const payment = event.chargeId === undefined ? undefined : await findPaymentOf(db, gateway.name, event.chargeId)
  await transact(db, async db => {
    const order = payment && (await lockOrder(db, payment.order_id))
    const before = payment && (await lockPayment(db, payment.id))
    const hasEnded = await saveDispute(db, gateway.name, payment?.id ?? null, event)
    // A dispute that the buyer withdrew, or about a part of the payment, does not lift a chargeback.
    const isLifted =
      before && hasEnded && event.state === 'won' && (await liftReversal(db, before.id, event.amount.cents))
    if (order && before) await updateDisputed(db, order, before)
    if (before) await (isLifted ? chargeAgain(db, before.id) : creditChargeback(db, before.id))
  })
  // The provider refunds by itself when the buyer wins.
  if (payment && !isOpenDispute(event.state)) await reconcileLatePayment(db, gateway, payment.transaction_id)
  return payment !== undefined
}

/** Actions and messages are left out while the provider does not respond. */
export async function showDispute(db: Database, gateways: Gateways, id: string): Promise<DisputeDetails> {
  const dispute = await findDispute(db, id)
  if (!dispute) throw notFound('Dispute not found.')

  const gateway = gateways.find(await gatewayOfDispute(db, id))
  const event = await gateway?.disputes.retrieve(dispute.disputeId).catch(unlessSilent)
  const answers = await listAnswers(db, id)
  if (!gateway || !event) return { ...dispute, answers, actions: [], messages: [] }
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
