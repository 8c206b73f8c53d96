import type { Letter } from '../mail/letter.ts'
import type { PaymentWork } from '../payments/payment-work.ts'

/** What is done later, by whichever instance comes to it first, and what each of them needs to know. */
export interface Jobs {
  letters: Letter
  payments: PaymentWork
  imports: { import: string }
  reconciling: null
  cleaning: null
}

export type QueueName = keyof Jobs

const HOUR = 3600

export const QUEUES = {
  /** Tried again for about ten hours, ever more rarely: a mail server may be down for a night. */
  letters: {
    retryLimit: 20,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: HOUR,
    expireInSeconds: 300,
    deleteAfterSeconds: HOUR,
  },
  /** What is not done after an hour is found again by the reconciler. */
  payments: {
    retryLimit: 10,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 600,
    expireInSeconds: 300,
    deleteAfterSeconds: HOUR,
  },
  /** Each works for some seconds and leaves the rest to the next one; what died with its instance goes on soon. */
  imports: {
    retryLimit: 10,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 600,
    expireInSeconds: 120,
    deleteAfterSeconds: HOUR,
  },
  /** Comes round every minute anyway. */
  reconciling: { retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 60 },
  cleaning: { retryLimit: 3, retryDelay: 60, expireInSeconds: 600, deleteAfterSeconds: HOUR },
} as const satisfies Record<QueueName, object>
