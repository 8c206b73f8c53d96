import { importQueue, pictureQueue } from '../catalog/import/imports.ts'
import { paymentQueue } from '../payments/rows.ts'
import type { Database } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { alone } from '../platform/database/shop-lock.ts'
import { installQueues } from '../platform/jobs/jobs.ts'
import { queue } from '../platform/jobs/queue.ts'
import { emailQueue } from '../platform/mail/outbox.ts'

/** It is repeated within a minute, so a failed one is not retried. */
export const reconcileQueue = queue<null>('reconciling', {
  retryLimit: 0,
  expireInSeconds: 300,
  deleteAfterSeconds: 60,
})

/** Each job enqueues the next one. */
export const expiryQueue = queue<null>('expiring', {
  policy: 'short',
  retryLimit: 0,
  expireInSeconds: 300,
  deleteAfterSeconds: 60,
})

/** Each job enqueues the next one. */
export const plannedPricesQueue = queue<null>('planned-prices', {
  policy: 'short',
  retryLimit: 0,
  expireInSeconds: 300,
  deleteAfterSeconds: 60,
})
/** Its next round makes up for a failed one. */
export const reminderQueue = queue<null>('reminding', { retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 60 })

export const cleaningQueue = queue<null>('cleaning', {
  retryLimit: 3,
  retryDelay: 60,
  expireInSeconds: 600,
  deleteAfterSeconds: 3600,
})

/** Instances that start at once wait for each other. */
export async function prepareDatabase(db: Database): Promise<void> {
  await alone(db, 'preparation of the database', async () => {
    await migrate(db)
    await installQueues(db, [
      emailQueue,
      paymentQueue,
      importQueue,
      pictureQueue,
      reconcileQueue,
      expiryQueue,
      plannedPricesQueue,
      reminderQueue,
      cleaningQueue,
    ])
  })
}
