import type { Database } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import type { PaymentGateway, ProviderEvent } from './gateways/gateway.ts'
import { paymentQueue } from './payment-queue.ts'
import { insertEvent } from './webhook-events.repository.ts'

/** The buyer's browser can report an approval itself within these seconds. */
const BROWSER_SECONDS = 60

/** A repeated event changes nothing. */
export async function receiveEvent(db: Database, gateway: PaymentGateway, event: ProviderEvent): Promise<void> {
  await transact(db, async db => {
    const isNew = await insertEvent(db, gateway.name, event)
    const afterSeconds = event.type === 'approved' ? BROWSER_SECONDS : 0
    const job = { kind: 'event', event: event.id, gateway: gateway.name } as const
    if (isNew) await enqueue(db, paymentQueue, job, { afterSeconds })
  })
}
