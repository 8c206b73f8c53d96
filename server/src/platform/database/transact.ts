import { CompiledQuery, sql } from 'kysely'
import type { Database, Transaction } from './database.ts'
import { announce, changeNotice, type Invalidate, sendNotices, type Tag } from './invalidation.ts'

const TRIES = 4
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'

type Work<Result> = (db: Transaction, invalidate: Invalidate) => Promise<Result>

/**
 * Runs `work` in one transaction: begin → work, again where PostgreSQL gave it up for another one → commit → drop what `invalidate` was told →
 * send live events. Pages and answers of the tags are dropped before the promise resolves: the next request sees the change.
 * `work` writes to the database alone, as it can run again.
 */
export async function transact<Result>(db: Database, work: Work<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryOnce(db, work)
    } catch (error) {
      if (attempt === TRIES || !wasGivenUp(error)) throw error
    }
  }
}

function wasGivenUp(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK_DETECTED
}

async function tryOnce<Result>(db: Database, work: Work<Result>): Promise<Result> {
  const tags = new Set<Tag>()
  let events: string[] | undefined
  try {
    const result = await db.transaction().execute(async db => {
      await db.executeQuery(preparation)
      const result = await work(db, (...invalidated) => invalidated.forEach(tag => void tags.add(tag)))
      events = await collectEvents(db)
      return result
    })
    await tell(db, tags, events)
    return result
  } catch (error) {
    if (events) tellInDoubt(db, tags)
    throw error
  }
}

/**
 * Triggers of this transaction collect their live events instead of notifying. Its statements are about few rows by
 * their ids: planned anew for each list of ids, they cost more than they run.
 */
const preparation = CompiledQuery.raw(`select set_config('mela.collects_events', 'on', true),
  set_config('plan_cache_mode', 'force_generic_plan', true)`)

async function collectEvents(db: Transaction): Promise<string[]> {
  const { rows } = await sql<{ events: unknown[] | null }>`
    select nullif(current_setting('mela.events', true), '')::jsonb as events`.execute(db)
  return rows[0]?.events?.map(event => JSON.stringify(event)) ?? []
}

function tell(db: Database, tags: ReadonlySet<Tag>, events: string[] = []): Promise<void> {
  announce(tags)
  const changes = tags.size > 0 ? [changeNotice([...tags])] : []
  return sendNotices(db, [...changes, ...events.map(payload => ({ channel: 'live_events', payload }))])
}

/** A commit that the database has not answered has ended by then. */
const IN_DOUBT_MS = 30_000

/** The answer of the commit was lost, so open dashboards learn of a gap instead of events that may not have happened. */
function tellInDoubt(db: Database, tags: ReadonlySet<Tag>): void {
  announce(tags)
  setTimeout(() => void tell(db, tags, ['']), IN_DOUBT_MS).unref()
}
