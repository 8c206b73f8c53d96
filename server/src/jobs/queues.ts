import type { Letter } from '../mail/letter.ts'

/** What is done later, by whichever instance comes to it first, and what each of them needs to know. */
export interface Jobs {
  letters: Letter
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
  cleaning: { retryLimit: 3, retryDelay: 60, expireInSeconds: 600, deleteAfterSeconds: HOUR },
} as const satisfies Record<QueueName, object>
