import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

export interface Queue<Data> {
  name: string
  options: QueueOptions & { heartbeatSeconds: number }
  data?: Data
}

interface QueueOptions {
  /** 'short': while a job waits, another one is not enqueued. */
  policy?: 'short'
  retryLimit: number
  /** All times here are seconds. */
  retryDelay?: number
  retryBackoff?: boolean
  retryDelayMax?: number
  expireInSeconds: number
  deleteAfterSeconds: number
}

/** The shortest that pg-boss knows; workers send one every three seconds. */
const HEARTBEAT_SECONDS = 10

export const queue = <Data>(name: string, options: QueueOptions): Queue<Data> => ({
  name,
  options: { ...options, heartbeatSeconds: HEARTBEAT_SECONDS },
})

/** The job exists if and only if the caller's transaction commits. pg-boss would need an instance per connection. */
export async function enqueue<Data>(
  db: Database,
  { name }: Queue<Data>,
  data: Data,
  { afterSeconds = 0 } = {},
): Promise<void> {
  await sql`
    insert into pgboss.job
      (name, data, start_after, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, deletion_seconds,
      heartbeat_seconds)
    select name, ${JSON.stringify(data)}, now() + make_interval(secs => ${afterSeconds}), policy, retry_limit, retry_delay, retry_backoff, retry_delay_max,
      expire_seconds, deletion_seconds, heartbeat_seconds
    from pgboss.queue where name = ${name}
    on conflict do nothing`.execute(db)
}
