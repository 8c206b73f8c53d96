import { queue } from '../jobs/queue.ts'

/** A job fetches for some seconds and enqueues the rest; after a crash it is retried soon. */
export const pictureQueue = queue<{ import: string }>('imported-pictures', {
  retryLimit: 10,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds: 180,
  deleteAfterSeconds: 3600,
})
