import type { Database } from '../platform/database/database.ts'
import type { Gateways } from './gateways/gateway.ts'
import type { PaymentJob } from './payment-queue.ts'
import { processEvent } from './process-event.ts'
import { refreshDisputes } from './refresh-disputes.ts'
import { submitWaitingRefund } from './submit-refunds.ts'

/** Does what the queue holds: a refund, an event of a provider, or the daily look at all disputes. */
export async function doPaymentJob(db: Database, gateways: Gateways, job: PaymentJob): Promise<void> {
  if (job.kind === 'refund') await submitWaitingRefund(db, gateways, job.refund)
  else if (job.kind === 'event') await processEvent(db, gateways.of(job.gateway), job.event)
  else for (const gateway of gateways.all) if (gateway.can.dispute) await refreshDisputes(db, gateway)
}
