import { queue } from '../../platform/jobs/queue.ts'

/** A job works for some seconds and enqueues the rest; after a crash it is retried soon. */
export const importQueue = queue<{ import: string }>('imports', {
  // However often the shop is killed or its disk is full, the work goes on soon after: nothing else would begin it again.
  retryLimit: 100_000,
  retryDelay: 2,
  retryBackoff: false,
  expireInSeconds: 120,
  deleteAfterSeconds: 3600,
})

/** A job fetches for some seconds and enqueues the rest; after a crash it is retried soon. */
export const pictureQueue = queue<{ import: string }>('imported-pictures', {
  // However often the shop is killed or its disk is full, the work goes on soon after: nothing else would begin it again.
  retryLimit: 100_000,
  retryDelay: 2,
  retryBackoff: false,
  expireInSeconds: 180,
  deleteAfterSeconds: 3600,
})
