import type { Database } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { importQueue } from '../imports/import-queue.ts'
import { installQueues } from '../jobs/install.ts'
import { queue } from '../jobs/queue.ts'
import { emailQueue } from '../mail/outbox.ts'
import { paymentQueue } from '../payment-records/payment-queue.ts'

/** Comes again within a minute, so that a failed one is not repeated. */
export const reconcileQueue = queue<null>('reconciling', {
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

/** Brings the tables and the queues up to date; safe when several instances start at once. */
export async function prepareDatabase(db: Database): Promise<void> {
  await migrate(db)
  await installQueues(db, [emailQueue, paymentQueue, importQueue, reconcileQueue, cleaningQueue])
}
