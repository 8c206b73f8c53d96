import type { Database } from '../database/database.ts'
import { refreshDisputes } from '../disputes/disputes.service.ts'
import type { PaymentGateway } from '../gateways/gateway.ts'
import type { PaymentJob } from '../payment-records/payment-queue.ts'
import { submitWaitingRefund } from '../refunds/submit-refunds.ts'
import { processEvent } from './process-event.ts'

export async function doPaymentJob(db: Database, gateway: PaymentGateway, job: PaymentJob): Promise<void> {
  if (job.kind === 'refund') await submitWaitingRefund(db, gateway, job.refund)
  else if (job.kind === 'event') await processEvent(db, gateway, job.event)
  else await refreshDisputes(db, gateway)
}
