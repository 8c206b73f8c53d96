/** What is done later, by whichever instance comes to it first. */
export const QUEUES = {
  /** Tried again for about ten hours, ever more rarely: a mail server may be down for a night. */
  letters: { retryLimit: 20, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600, expireInSeconds: 60 },
} as const

export type QueueName = keyof typeof QUEUES
