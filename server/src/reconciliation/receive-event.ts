import type { Database } from '../database/database.ts'
import type { PaymentGateway, ProviderEvent } from '../gateways/gateway.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { paymentQueue } from '../payment-records/payment-queue.ts'
import { insertEvent } from '../payment-records/webhook-events.repository.ts'

/** The buyer has clicked "Pay now", and their browser gets time to report it itself (P4). */
const APPROVED = 'CHECKOUT.ORDER.APPROVED'
const BROWSER_SECONDS = 60

/** Stores a webhook with the job that processes it; the same event again changes nothing. */
export async function receiveEvent(db: Database, gateway: PaymentGateway, event: ProviderEvent): Promise<void> {
  await db.transaction().execute(async db => {
    const isNew = await insertEvent(db, gateway.name, event)
    const afterSeconds = event.type === APPROVED ? BROWSER_SECONDS : 0
    if (isNew) await enqueue(db, paymentQueue, { kind: 'event', event: event.id }, { afterSeconds })
  })
}
