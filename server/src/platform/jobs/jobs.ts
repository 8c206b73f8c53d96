import type pg from 'pg'
import { fromKysely, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Database } from '../database/database.ts'
import { repeat } from '../runtime/repeat.ts'
import type { Queue } from './queue.ts'

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

interface Pace {
  batchSize: number
  /** Above 1, the jobs of a batch run at once as well: a slow one delays no other. */
  concurrency: number
  pollingIntervalSeconds: number
}

interface Worker extends Pace {
  queue: string
  work(data: unknown, id: string): Promise<void>
}

export const worker = <Data>(
  { name }: Queue<Data>,
  work: (data: Data, id: string) => Promise<void>,
  pace: Partial<Pace> = {},
): Worker => ({
  ...{ batchSize: 1, concurrency: 1, pollingIntervalSeconds: 2, ...pace },
  queue: name,
  work: (data, id) => work(data as Data, id),
})

/** With `missed`, a run that was missed while no instance ran is made up for, once. */
export const schedule = <Data extends object | null>(
  { name }: Queue<Data>,
  cron: string,
  data: Data,
  missed?: 'once',
) => ({ queue: name, cron, data, ...(missed && { missed }) })

interface Log {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export interface OpenJobs {
  close(): Promise<void>
  pollNow(): void
}

/** A killed worker sends no heartbeat, so its job waits for its retry within 20 seconds. */
const SOON = { superviseIntervalSeconds: 10, monitorIntervalSeconds: 10 }
/** An idle shop should use almost no processor time. */
const SELDOM = {
  cronMonitorIntervalSeconds: 45,
  cronWorkerIntervalSeconds: 45,
  flowIntervalSeconds: 3600,
  bamIntervalSeconds: 3600,
  queueCacheIntervalSeconds: 3600,
  maintenanceIntervalSeconds: 3600,
  monitorVacuum: false,
  ...SOON,
}
const BY_JOB = { perJobResults: true, includeMetadata: true, heartbeatRefreshSeconds: 3 } as const
/** pg-boss's statements are short. `pg` reads this from a query, though its types know it on connections only. */
const STATEMENT = { query_timeout: 60_000 }
/** The shop has ten seconds to close; unfinished jobs are retried later. */
const CLOSING_MS = 4000
const CLAMP_MS = 300_000

export async function openJobs(
  { pool, log }: { pool: pg.Pool; log: Log },
  workers: Worker[],
  schedules: ReturnType<typeof schedule>[] = [],
): Promise<OpenJobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query({ text, values, ...STATEMENT }) },
    ...SELDOM,
  })
  // pg-boss emits plain objects copied from errors, too, which the logger would not recognise.
  boss.on('error', error => {
    const err = error instanceof Error ? error : new Error(String(Object(error).message ?? error))
    log.error({ err }, 'the queues do not answer')
  })
  await clampTimes(pool)
  await boss.start()
  for (const { queue, cron, data, ...options } of schedules) await boss.schedule(queue, cron, data, options)

  const ids: string[] = []
  for (const { queue, work, batchSize, concurrency, pollingIntervalSeconds } of workers) {
    const pace = { batchSize, burstWhenBatchFull: batchSize > 1, localConcurrency: concurrency, pollingIntervalSeconds }
    const workAll = (concurrency > 1 ? atOnce : oneByOne)(resultOf(log, queue, work))
    ids.push(await boss.work(queue, { ...pace, ...BY_JOB }, workAll))
  }
  const clamping = repeat(CLAMP_MS, () => clampTimes(pool))
  return {
    async close() {
      await clamping.close()
      await boss.stop({ timeout: CLOSING_MS })
    },
    pollNow: () => ids.forEach(id => void boss.notifyWorker(id)),
  }
}

type Work = (job: JobWithMetadata<unknown>) => Promise<JobResult>

/** A failed job waits for its retry and is logged; it does not block the others. */
function resultOf(log: Log, queue: string, work: Worker['work']): Work {
  return async ({ id, data }) => {
    try {
      await work(data, id)
      return { id, status: 'completed' }
    } catch (err) {
      log.warn({ err, queue, job: id }, 'a job failed; it will be tried again')
      return { id, status: 'failed', output: { message: err instanceof Error ? err.message : String(err) } }
    }
  }
}

function oneByOne(work: Work) {
  return async (jobs: JobWithMetadata<unknown>[]): Promise<JobResult[]> => {
    const results: JobResult[] = []
    const inOrder = jobs.toSorted((a, b) => a.createdOn.getTime() - b.createdOn.getTime())
    for (const job of inOrder) results.push(await work(job))
    return results
  }
}

const atOnce = (work: Work) => (jobs: JobWithMetadata<unknown>[]) => Promise.all(jobs.map(work))

/** The database's clock may have been ahead; scheduled work would rest until then. */
export async function clampTimes(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  for (const [table, columns] of Object.entries(TIMES_OF_TABLES)) {
    const clamped = columns.map(name => `${name} = case when ${name} > now() then now() else ${name} end`)
    const set = table === 'job' ? [...clamped, ...MORE_OF_JOBS] : clamped
    await pool.query(`update pgboss.${table} set ${set.join(', ')} where greatest(${columns.join(', ')}) > now()`)
  }
}

export async function installQueues(db: Database, queues: Queue<unknown>[]): Promise<void> {
  const boss = new PgBoss({ db: fromKysely(db), supervise: false, schedule: false })
  // Each call below rejects with its own error; an event without a listener would end the process.
  boss.on('error', () => {})
  try {
    await boss.start()
    for (const { name, options } of queues) {
      await boss.createQueue(name, options)
      // A queue's policy cannot be changed later.
      const { policy: _, ...changeable } = options
      await boss.updateQueue(name, changeable)
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}
