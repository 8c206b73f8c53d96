import { queue } from '../jobs/queue.ts'

/** A call to the payment provider that a transaction asks for. */
export type PaymentJob = { kind: 'refund'; refund: string } | { kind: 'event'; event: string } | { kind: 'disputes' }

/** What is not done after about an hour is found by the reconciliation round. */
export const paymentQueue = queue<PaymentJob>('payments', {
  retryLimit: 10,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds: 300,
  deleteAfterSeconds: 3600,
})
