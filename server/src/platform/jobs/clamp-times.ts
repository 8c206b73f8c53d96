import type pg from 'pg'

/** A time in the future would stop pg-boss's queue or its schedule. */
const TIMES_OF_TABLES = {
  version: ['cron_on', 'bam_on', 'flow_on', 'reindex_on', 'monitor_backoff_on'],
  queue: ['monitor_claim_on', 'monitor_on', 'maintain_on', 'delta_on'],
  job: ['created_on', 'started_on', 'completed_on', 'heartbeat_on'],
} as const

const WAITS_SINCE = 'greatest(created_on, started_on)'

/** Jobs keep their delays, and a throttled job frees its place in time. */
const MORE_OF_JOBS = [
  `start_after = case when state < 'active' and ${WAITS_SINCE} > now()
    then now() + greatest(start_after - ${WAITS_SINCE}, interval '0') else start_after end`,
  `singleton_on = case when singleton_on > now() at time zone 'UTC' then null else singleton_on end`,
]

/** The database's clock may have been ahead; scheduled work would rest until then. */
export async function clampTimes(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  for (const [table, columns] of Object.entries(TIMES_OF_TABLES)) {
    const clamped = columns.map(name => `${name} = case when ${name} > now() then now() else ${name} end`)
    const set = table === 'job' ? [...clamped, ...MORE_OF_JOBS] : clamped
    await pool.query(`update pgboss.${table} set ${set.join(', ')} where greatest(${columns.join(', ')}) > now()`)
  }
}
