import type { Database } from '../database/database.ts'
import { refreshDisputes } from './disputes.service.ts'
import { drainWaitingRefund } from './drain-refunds.ts'
import type { PaymentGateway } from './gateway.ts'
import { processEvent } from './process-event.ts'

/** What is left to be done at a payment provider. */
export type PaymentWork = { kind: 'refund'; refund: string } | { kind: 'event'; event: string } | { kind: 'disputes' }

export async function doPaymentWork(db: Database, gateway: PaymentGateway, work: PaymentWork): Promise<void> {
  if (work.kind === 'refund') await drainWaitingRefund(db, gateway, work.refund)
  else if (work.kind === 'event') await processEvent(db, gateway, work.event)
  else await refreshDisputes(db, gateway)
}
