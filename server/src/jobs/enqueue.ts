import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Jobs, QueueName } from './queues.ts'

/**
 * Leaves a job in the caller's transaction, so that it exists when, and only when, the deed does. Written by hand because
 * pg-boss would need an instance for each database; its columns are documented for this.
 */
export async function enqueue<Queue extends QueueName>(
  db: Database,
  queue: Queue,
  data: Jobs[Queue],
  { afterSeconds = 0 } = {},
): Promise<void> {
  await sql`
    insert into pgboss.job
      (name, data, start_after, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, deletion_seconds)
    select name, ${JSON.stringify(data)}, now() + make_interval(secs => ${afterSeconds}), policy, retry_limit, retry_delay, retry_backoff, retry_delay_max,
      expire_seconds, deletion_seconds
    from pgboss.queue where name = ${queue}`.execute(db)
}
