import { queue } from '../jobs/queue.ts'

/** A job works for some seconds and enqueues the rest; after a crash it is retried soon. */
export const importQueue = queue<{ import: string }>('imports', {
  retryLimit: 10,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds: 120,
  deleteAfterSeconds: 3600,
})
