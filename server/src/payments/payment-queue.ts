import type { PaymentGatewayName } from '@mela/contract'
import { queue } from '../platform/jobs/queue.ts'

export type PaymentJob =
  | { kind: 'refund'; refund: string }
  | { kind: 'event'; event: string; gateway: PaymentGatewayName }
  | { kind: 'disputes' }

/** After about an hour the reconciliation job takes over. */
export const paymentQueue = queue<PaymentJob>('payments', {
  retryLimit: 30,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 120,
  expireInSeconds: 300,
  deleteAfterSeconds: 3600,
})
