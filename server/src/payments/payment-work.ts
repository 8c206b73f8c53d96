import type { Database } from '../platform/database/database.ts'
import { refreshDisputes } from './disputes.service.ts'
import type { Gateways } from './gateways/gateways.ts'
import type { PaymentJob } from './payment-queue.ts'
import { processEvent } from './process-event.ts'
import { submitWaitingRefund } from './submit-refunds.ts'

export async function doPaymentJob(db: Database, gateways: Gateways, job: PaymentJob): Promise<void> {
  if (job.kind === 'refund') await submitWaitingRefund(db, gateways, job.refund)
  else if (job.kind === 'event') await processEvent(db, gateways.of(job.gateway), job.event)
  else for (const gateway of gateways.all) if (gateway.can.dispute) await refreshDisputes(db, gateway)
}
