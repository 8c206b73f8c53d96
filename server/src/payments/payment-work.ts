import type { Database } from '../platform/database/database.ts'
import { listUpdates } from './dispute-rows.ts'
import { refreshDispute } from './disputes.ts'
import type { PaymentGateway } from './gateways/gateway.ts'
import type { Gateways } from './gateways/gateways.ts'
import type { PaymentJob } from './payment-queue.ts'
import { processEvent } from './process-event.ts'
import { submitWaitingRefund } from './submit-refunds.ts'

const DAY_MS = 24 * 3600 * 1000
/** A buyer has 180 days to open a dispute, and the provider searches no further back; a day less for clocks that differ. */
const SEARCHED_MS = 179 * DAY_MS
/** Disputes updated within this time are refreshed again, in case the work after storing one was interrupted. */
const LOOKED_AT_AGAIN_MS = 7 * DAY_MS

export async function doPaymentJob(db: Database, gateways: Gateways, job: PaymentJob): Promise<void> {
  if (job.kind === 'refund') await submitWaitingRefund(db, gateways, job.refund)
  else if (job.kind === 'event') await processEvent(db, gateways.of(job.gateway), job.event)
  else for (const gateway of gateways.all) if (gateway.can.dispute) await refreshDisputes(db, gateway)
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
