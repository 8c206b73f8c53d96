import { importQueue, pictureQueue } from '../catalog/import/imports.ts'
import { paymentQueue } from '../payments/rows.ts'
import type { Database } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { alone } from '../platform/database/shop-lock.ts'
import { installQueues } from '../platform/jobs/jobs.ts'
import { queue } from '../platform/jobs/queue.ts'
import { emailQueue } from '../platform/mail/outbox.ts'

/** A failed job is not retried: the next one makes up for it within a minute. */
const round = { retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 60 }

export const reconcileQueue = queue<null>('reconciling', round)
export const reminderQueue = queue<null>('reminding', round)

/** Each job of these two enqueues the next one. */
export const expiryQueue = queue<null>('expiring', { policy: 'short', ...round })
export const plannedPricesQueue = queue<null>('planned-prices', { policy: 'short', ...round })

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
