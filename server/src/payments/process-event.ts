import { sql } from 'kysely'
import type { Database, RowOf } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { applyRefund, recordReversal } from './apply-refund.ts'
import { reconcileLatePayment } from './capture-payment.ts'
import type { PaymentGateway, ProviderEvent } from './gateways/gateway.ts'
import { refreshDispute } from './refresh-disputes.ts'
import { findPaymentOf, paymentQueue } from './rows.ts'

/** The buyer's browser can report an approval itself within these seconds. */
const BROWSER_SECONDS = 60

/** Stores an event and queues its processing. A repeated event changes nothing. */
export async function receiveEvent(db: Database, { name: gateway }: PaymentGateway, event: ProviderEvent) {
  const { id, kind, type, objectId } = event
  await transact(db, async db => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('webhook_events')
      .values({ gateway, event_id: id, kind, event_type: type, object_id: objectId })
      .onConflict(known => known.doNothing())
      .executeTakeFirstOrThrow()
    const afterSeconds = type === 'approved' ? BROWSER_SECONDS : 0
    const job = { kind: 'event', event: id, gateway } as const
    if (numInsertedOrUpdatedRows === 1n) await enqueue(db, paymentQueue, job, { afterSeconds })
  })
}

/**
 * Processes a stored event: ask the provider what it is about → record that → mark the event as processed.
 * Only the fact of a change is trusted, so it may come late, twice or early. Throws when no provider answers.
 */
export async function processEvent(db: Database, gateway: PaymentGateway, eventId: string): Promise<void> {
  const events = db.selectFrom('webhook_events').selectAll().where('gateway', '=', gateway.name)
  const event = await events.where('event_id', '=', eventId).executeTakeFirst()
  if (!event || event.processed_at) return

  if (event.kind === 'session' || event.kind === 'charge') await processPaymentEvent(db, gateway, event)
  else if (event.kind === 'refund') await processRefundEvent(db, gateway, event.object_id)
  else if (event.kind === 'dispute' && !(await refreshDispute(db, gateway, event.object_id))) {
    if (await processLater(db, event)) return
  }
  await db
    .updateTable('webhook_events')
    .set({ processed_at: sql`now()` })
    .where('gateway', '=', gateway.name)
    .where('event_id', '=', eventId)
    .execute()
}

/** Seconds in which an unknown dispute is queried again; later the daily query of all disputes must find it. */
const ASKED_FOR_SECONDS = 3600
const SHORTEST_PAUSE_SECONDS = 5

/** A provider may announce a dispute before it answers with it, so pauses double. */
async function processLater(db: Database, { gateway, event_id: event, received_at }: EventRow): Promise<boolean> {
  const age = (Date.now() - received_at.getTime()) / 1000
  if (age > ASKED_FOR_SECONDS) return false
  const afterSeconds = Math.max(SHORTEST_PAUSE_SECONDS, age)
  await enqueue(db, paymentQueue, { kind: 'event', event, gateway }, { afterSeconds })
  return true
}

async function processPaymentEvent(db: Database, gateway: PaymentGateway, event: EventRow): Promise<void> {
  await reconcileLatePayment(db, gateway, event.object_id)
  const payment = event.event_type === 'reversed' && (await findPaymentOf(db, gateway.name, event.object_id))
  if (payment) await recordReversal(db, payment, 'event')
}

/** A refund's event may arrive before that of its payment. */
async function processRefundEvent(db: Database, gateway: PaymentGateway, refundId: string): Promise<void> {
  const refund = await gateway.retrieveRefund(refundId)
  if (!refund || (await applyRefund(db, gateway, refund))) return
  await reconcileLatePayment(db, gateway, refund.chargeId)
  await applyRefund(db, gateway, refund)
}

type EventRow = RowOf<'webhook_events'>
