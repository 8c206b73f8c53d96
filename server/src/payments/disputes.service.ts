import type { DisputeDetails } from '@mela/contract'
import { record } from '../audit/audit.repository.ts'
import type { Database } from '../database/database.ts'
import { retrying } from '../database/retrying.ts'
import { conflict, notFound } from '../http/errors.ts'
import { lockOrder } from '../orders/order-payment.repository.ts'
import { findDispute, isContested, lastNewsOfDisputes, saveDispute } from './disputes.repository.ts'
import {
  type DisputeAction,
  type DisputePort,
  GatewayError,
  type PaymentGateway,
  type ProviderDispute,
} from './gateway.ts'
import { findPaymentOf, lockPayment, markDisputed } from './payments.repository.ts'
import { returnPayment } from './return-payment.ts'
import { providerTrouble } from './settle.ts'
import { settleLate } from './settle-late.ts'

/** Disputes of the last half year are looked for when none is known: a buyer has so long to open one. */
const BUYERS_TIME_MS = 180 * 24 * 3600 * 1000

/** Takes over what the provider says of one dispute, and holds back or lets go what it is about. */
export async function refreshDispute(db: Database, gateway: PaymentGateway, disputeId: string): Promise<void> {
  const news = await gateway.disputes.look(disputeId)
  if (news) await applyDispute(db, gateway, news)
}

/** Catches up with all that has changed at the provider, in case that it rang in vain. */
export async function refreshDisputes(db: Database, gateway: PaymentGateway): Promise<void> {
  const since = (await lastNewsOfDisputes(db, gateway.name)) ?? new Date(Date.now() - BUYERS_TIME_MS)
  for (const id of await gateway.disputes.listChanged(since)) await refreshDispute(db, gateway, id)
}

async function applyDispute(db: Database, gateway: PaymentGateway, news: ProviderDispute): Promise<void> {
  const payment = news.chargeId === undefined ? undefined : await findPaymentOf(db, gateway.name, news.chargeId)
  await retrying(() =>
    db.transaction().execute(async db => {
      const order = payment && (await lockOrder(db, payment.order_id))
      if (payment) await lockPayment(db, payment.id)
      await saveDispute(db, gateway.name, payment?.id ?? null, news)
      if (payment) await markDisputed(db, payment.id, await isContested(db, payment.id))
      // What was held back while the provider decided.
      if (order?.status === 'cancelled' && order.paymentId) await returnPayment(db, order.paymentId)
    }),
  )
  // The provider gives money back by itself when the buyer wins.
  if (payment && news.status === 'RESOLVED') await settleLate(db, gateway, payment.transaction_id)
}

/** With what can be done about it now; without actions and messages while the provider is silent. */
export async function showDispute(db: Database, gateway: PaymentGateway, id: string): Promise<DisputeDetails> {
  const dispute = await findDispute(db, id)
  if (!dispute) throw notFound('Dispute not found.')

  const news = await gateway.disputes.look(dispute.disputeId).catch(unlessSilent)
  if (!news) return { ...dispute, actions: [], messages: [] }
  await applyDispute(db, gateway, news)
  const { actions, messages } = news
  return {
    ...((await findDispute(db, id)) ?? dispute),
    actions,
    messages: messages.map(({ at, ...message }) => ({ ...message, at: at.toISOString() })),
  }
}

function unlessSilent(error: unknown): undefined {
  if (!(error instanceof GatewayError)) throw error
}

interface Answer {
  id: string
  actorId: string
  action: DisputeAction
  send: (disputes: DisputePort, disputeId: string) => Promise<void>
  details?: object
}

/** Does what staff decided, if the provider allows it just now, and shows what came of it. */
export async function answerDispute(db: Database, gateway: PaymentGateway, answer: Answer): Promise<DisputeDetails> {
  const { id, actorId, action, send, details } = answer
  const { disputeId, actions } = await showDispute(db, gateway, id)
  if (!actions.includes(action)) throw conflict('The payment provider does not allow this for this dispute now.')

  await send(gateway.disputes, disputeId).catch(refusalOf)
  const after = { dispute: disputeId, ...details }
  await record(db, { actor: actorId, action: `dispute.${deeds[action]}`, subject: `dispute:${id}`, after })
  return showDispute(db, gateway, id)
}

const deeds: Record<DisputeAction, string> = { 'accept-claim': 'accepted', 'provide-evidence': 'answered' }

function refusalOf(error: unknown): never {
  const isRefused = error instanceof GatewayError && error.kind !== 'ambiguous'
  if (isRefused) throw conflict(`PayPal: ${error.description ?? error.issue ?? 'refused.'}`)
  return providerTrouble(error)
}
