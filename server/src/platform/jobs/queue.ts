import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Part } from '../runtime/run-until-stopped.ts'
import { sendToFirst } from '../runtime/workers.ts'

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
  if (afterSeconds === 0) wakeSoon(name)
}

/** Within this time the enqueuing transaction has usually committed; a later commit is seen by the next poll. */
const AFTER_MS = 100
/** A queue that is filled all the time polls by itself. */
const AT_MOST_EVERY_MS = 1000

type Wake = (queue: string) => void

const wakers = new Set<Wake>()
const due = new Map<string, NodeJS.Timeout>()
const woken = new Map<string, number>()

export function onEnqueued(wake: Wake): Part {
  wakers.add(wake)
  return { close: async () => void wakers.delete(wake) }
}

/** A process that has no workers tells the one that has them. */
function wakeSoon(queue: string): void {
  if (wakers.size === 0) return void sendToFirst({ enqueued: queue })
  if (due.has(queue)) return
  const wait = Math.max(AFTER_MS, (woken.get(queue) ?? 0) + AT_MOST_EVERY_MS - Date.now())
  const timer = setTimeout(() => {
    due.delete(queue)
    woken.set(queue, Date.now())
    for (const wake of wakers) wake(queue)
  }, wait)
  due.set(queue, timer.unref())
}

export const wakeOnMessage = (message: object): void => {
  if ('enqueued' in message) wakeSoon(String(message.enqueued))
}
