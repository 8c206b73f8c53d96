import { isOpenDispute, type PaymentGatewayName } from '@mela/contract'
import { correctInvoice } from '../orders/invoices/issue-invoice.ts'
import { lockOrder } from '../orders/move-order.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import { transact } from '../platform/database/transact.ts'
import { liftReversals, updateDisputed } from './apply-refund.ts'
import { reconcileLatePayment } from './capture-payment.ts'
import type { PaymentGateway, ProviderDispute } from './gateways/gateway.ts'
import { findPaymentOf, lockPayment, moneyColumns } from './rows.ts'

const DAY_MS = 24 * 3600 * 1000

/** A buyer has 180 days to open a dispute, and the provider searches no further back; a day less for clocks that differ. */
const SEARCHED_MS = 179 * DAY_MS

/** Disputes updated within this time are refreshed again, in case the work after storing one was interrupted. */
const LOOKED_AT_AGAIN_MS = 7 * DAY_MS

/**
 * Once a day: list what changed at the provider → refresh each dispute that is not stored so.
 * Webhooks may be lost; a stored newest dispute does not prove that older ones are stored.
 */
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

/** Only updates that are older than the provider's are listed. */
async function listUpdates(db: Database, gateway: PaymentGatewayName, olderThan: Date): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('disputes')
    .select(['provider_dispute_id', 'updated_at'])
    .where('gateway', '=', gateway)
    .where('payment_id', 'is not', null)
    .where('updated_at', '<', olderThan)
    .execute()
  return new Map(rows.map(row => [row.provider_dispute_id, row.updated_at]))
}

/** Retrieves and applies a dispute. Answers false when the provider does not know it, or the shop its payment. */
export async function refreshDispute(db: Database, gateway: PaymentGateway, disputeId: string): Promise<boolean> {
  const event = await gateway.disputes.retrieve(disputeId)
  if (!event) return false
  if ((await applyDispute(db, gateway, event)) || event.chargeId === undefined) return true
  // A dispute may arrive before its payment.
  await reconcileLatePayment(db, gateway, event.chargeId)
  return applyDispute(db, gateway, event)
}

/** Records a dispute's state: save → lift what the shop has won → mark the payment → correct the invoice. */
export async function applyDispute(db: Database, gateway: PaymentGateway, event: ProviderDispute): Promise<boolean> {
  const payment = event.chargeId === undefined ? undefined : await findPaymentOf(db, gateway.name, event.chargeId)
  await transact(db, async (db, invalidate) => {
    const order = payment && (await lockOrder(db, payment.order_id))
    const before = payment && (await lockPayment(db, payment.id))
    await saveDispute(db, gateway.name, payment?.id ?? null, event)
    if (!order || !before) return
    await liftReversals(db, before.id)
    await updateDisputed(db, invalidate, order, before)
    await correctInvoice(db, before.id)
  })
  // The provider refunds by itself when the buyer wins.
  if (payment && !isOpenDispute(event.state)) await reconcileLatePayment(db, gateway, payment.transaction_id)
  return payment !== undefined
}

/** An outdated state changes nothing. */
export async function saveDispute(
  db: Transaction,
  gateway: PaymentGatewayName,
  paymentId: string | null,
  { id, state, words, amount, awarded, ...when }: ProviderDispute,
): Promise<void> {
  const event = {
    payment_id: paymentId,
    state,
    provider_reason: words.reason,
    provider_status: words.status,
    provider_stage: words.stage,
    provider_outcome: words.outcome ?? null,
    ...moneyColumns(amount),
    awarded_cents: awarded?.cents ?? null,
    respond_by: when.respondBy ?? null,
    updated_at: when.updatedAt,
  }
  await db
    .insertInto('disputes')
    .values({ id: newId(), gateway, provider_dispute_id: id, opened_at: when.openedAt, ...event })
    .onConflict(known =>
      known
        .columns(['gateway', 'provider_dispute_id'])
        .doUpdateSet(event)
        .where('disputes.updated_at', '<=', when.updatedAt),
    )
    .execute()
}
