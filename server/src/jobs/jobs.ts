import type pg from 'pg'
import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Jobs, QueueName } from './queues.ts'

export type Workers = { [Queue in QueueName]: (data: Jobs[Queue], id: string) => Promise<void> }

interface Log {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export interface OpenJobs {
  close(): Promise<void>
  /** Looks into all queues at once instead of at the next poll. */
  lookNow(): void
}

interface Pace {
  /** How long a letter waits at the most before somebody looks. */
  pollingIntervalSeconds?: number
}

/** Nobody looks more often than needed: an idle shop should be idle. */
const SELDOM = {
  cronMonitorIntervalSeconds: 45,
  cronWorkerIntervalSeconds: 45,
  flowIntervalSeconds: 3600,
  bamIntervalSeconds: 3600,
  queueCacheIntervalSeconds: 3600,
  maintenanceIntervalSeconds: 3600,
  monitorVacuum: false,
}
const BY_JOB = { perJobResults: true, includeMetadata: true } as const
const CLEANING_TIME = '17 3 * * *'
const DISPUTES_TIME = '43 4 * * *'
const EVERY_MINUTE = '* * * * *'
/** What the queues themselves ask is short. `pg` reads this from a query, though its types know it of connections alone. */
const STATEMENT = { query_timeout: 60_000 }
/** The shop has ten seconds to close; what is not done by then is done again later. */
const CLOSING_MS = 4000

/** Opens the queues and works on them; several instances share the work. */
export async function openJobs(
  { pool, log }: { pool: pg.Pool; log: Log },
  workers: Workers,
  { pollingIntervalSeconds = 2 }: Pace = {},
): Promise<OpenJobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query({ text, values, ...STATEMENT }) },
    ...SELDOM,
  })
  boss.on('error', err => log.error({ err }, 'the queues do not answer'))
  await boss.start()
  await boss.schedule('cleaning', CLEANING_TIME, null, { missed: 'once' })
  await boss.schedule('reconciling', EVERY_MINUTE)
  await boss.schedule('payments', DISPUTES_TIME, { kind: 'disputes' })

  const hired: string[] = []
  async function hire<Queue extends QueueName>(queue: Queue, pollingIntervalSeconds: number, batchSize = 1) {
    const pace = { batchSize, burstWhenBatchFull: batchSize > 1, pollingIntervalSeconds, ...BY_JOB } as const
    const worker = await boss.work<Jobs[Queue], void, typeof pace>(queue, pace, oneByOne(log, queue, workers[queue]))
    hired.push(worker)
  }
  await hire('letters', pollingIntervalSeconds, 10)
  await hire('payments', pollingIntervalSeconds, 10)
  await hire('imports', pollingIntervalSeconds)
  await hire('reconciling', 20)
  await hire('cleaning', 60)
  return {
    close: () => boss.stop({ timeout: CLOSING_MS }),
    lookNow: () => hired.forEach(worker => void boss.notifyWorker(worker)),
  }
}

/** In the order in which they were left. One that fails does not hold up the others; it waits for its next try, and only the log learns why. */
function oneByOne<Data>(log: Log, queue: QueueName, work: (data: Data, id: string) => Promise<void>) {
  return async (jobs: JobWithMetadata<Data>[]): Promise<JobResult[]> => {
    const results: JobResult[] = []
    for (const { id, data } of jobs.toSorted((a, b) => a.createdOn.getTime() - b.createdOn.getTime())) {
      try {
        await work(data, id)
        results.push({ id, status: 'completed' })
      } catch (err) {
        log.warn({ err, queue, job: id }, 'a job failed; it will be tried again')
        results.push({ id, status: 'failed' })
      }
    }
    return results
  }
}
