import type { Database } from '../database/database.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { queue } from '../jobs/queue.ts'
import type { Email } from './email-kinds.ts'

/** A mail server may be down for a night, so it is retried for about ten hours. */
export const emailQueue = queue<Email>('emails', {
  retryLimit: 20,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 300,
  deleteAfterSeconds: 3600,
})

/** The email leaves with the caller's commit, `afterSeconds` later at the earliest. */
export function enqueueEmail(db: Database, email: Email, { afterSeconds = 0 } = {}): Promise<void> {
  return enqueue(db, emailQueue, email, { afterSeconds })
}
