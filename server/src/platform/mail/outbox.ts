import type { Database } from '../database/database.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { queue } from '../jobs/queue.ts'
import type { Email } from './email-kinds.ts'

/** Retried for about ten hours, at growing intervals: a mail server may be down for a night. */
export const emailQueue = queue<Email>('emails', {
  retryLimit: 20,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 300,
  deleteAfterSeconds: 3600,
})

/** Enqueues an email in the caller's transaction, sent `afterSeconds` from now at the earliest. */
export function enqueueEmail(db: Database, email: Email, { afterSeconds = 0 } = {}): Promise<void> {
  return enqueue(db, emailQueue, email, { afterSeconds })
}
