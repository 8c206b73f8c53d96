import { alone } from '../database/alone.ts'
import type { Database } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { pictureQueue } from '../imported-pictures/picture-queue.ts'
import { importQueue } from '../imports/import-queue.ts'
import { installQueues } from '../jobs/install.ts'
import { queue } from '../jobs/queue.ts'
import { emailQueue } from '../mail/outbox.ts'
import { paymentQueue } from '../payment-records/payment-queue.ts'

/** Repeated within a minute, so a failed one is not retried. */
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

export const cleaningQueue = queue<null>('cleaning', {
  retryLimit: 3,
  retryDelay: 60,
  expireInSeconds: 600,
  deleteAfterSeconds: 3600,
})

/** Brings tables and queues up to date. Instances that start at once do so one after another. */
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
      cleaningQueue,
    ])
  })
}
