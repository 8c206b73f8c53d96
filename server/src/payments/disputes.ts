import { type DisputeDetails, isOpenDispute } from '@mela/contract'
import { sql, type Transaction } from 'kysely'
import { chargeAgain, creditChargeback } from '../orders/invoices/issue-invoice.ts'
import { lockOrder } from '../orders/lock-order.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { transact } from '../platform/database/transact.ts'
import { notFound } from '../platform/http/errors.ts'
import { listAnswers } from './dispute-answers.ts'
import { findDispute, gatewayOfDispute, saveDispute } from './dispute-rows.ts'
import { GatewayError, type PaymentGateway, type ProviderDispute } from './gateways/gateway.ts'
import type { Gateways } from './gateways/gateways.ts'
import { reconcileLatePayment } from './reconcile-late-payment.ts'
import { findPaymentOf, lockPayment } from './rows.ts'
import { updateDisputed } from './update-disputed.ts'

/** Answers false when the provider does not know the dispute, or the shop its payment. */
export async function refreshDispute(db: Database, gateway: PaymentGateway, disputeId: string): Promise<boolean> {
  const event = await gateway.disputes.retrieve(disputeId)
  if (!event) return false
  if ((await applyDispute(db, gateway, event)) || event.chargeId === undefined) return true
  // A dispute may arrive before its payment.
  await reconcileLatePayment(db, gateway, event.chargeId)
  return applyDispute(db, gateway, event)
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

/** The disputed amount must cover all that is left of the payment; answers whether it does. */
async function liftReversal(db: Transaction<Tables>, id: string, disputedCents: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ reversed_at: null })
    .where('id', '=', id)
    .where(sql<boolean>`amount_cents - refunded_cents <= ${disputedCents}`)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

function findDisputeFile(db: Database, disputeId: string, fileId: string) {
  return db
    .selectFrom('dispute_files')
    .innerJoin('dispute_answers', 'dispute_answers.id', 'answer_id')
    .select(['name', 'content_type', 'bytes'])
    .where('dispute_id', '=', disputeId)
    .where('dispute_files.id', '=', fileId)
    .executeTakeFirst()
}
