import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Queue } from './queue.ts'
import { wakeSoon } from './waking.ts'

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
  if (afterSeconds === 0) wakeSoon(name)
}
