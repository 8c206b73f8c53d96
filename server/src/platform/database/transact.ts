import { CompiledQuery, sql, type Transaction } from 'kysely'
import type { Database } from './database.ts'
import {
  announce,
  changeNotice,
  type Invalidate,
  type Notice,
  sendNotices,
  type Tag,
  wasCommitted,
} from './invalidation.ts'
import type { Tables } from './tables.ts'

const TRIES = 4
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'

type Work<Result> = (db: Transaction<Tables>, invalidate: Invalidate) => Promise<Result>

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
  let written: Written | undefined
  try {
    const result = await db.transaction().execute(async db => {
      await db.executeQuery(preparation)
      const result = await work(db, (...invalidated) => invalidated.forEach(tag => void tags.add(tag)))
      written = await findWritten(db)
      return result
    })
    announce(tags)
    await sendNotices(db, noticesOf(tags, written))
    return result
  } catch (error) {
    if (written?.id) void announceLate(db, tags, { ...written, id: written.id })
    throw error
  }
}

interface Written {
  /** Null when nothing was written. */
  id: string | null
  events: string[]
}

/**
 * Triggers of this transaction collect their live events instead of notifying. Its statements are about few rows by
 * their ids: planned anew for each list of ids, they cost more than they run.
 */
const preparation = CompiledQuery.raw(`select set_config('mela.collects_events', 'on', true),
  set_config('plan_cache_mode', 'force_generic_plan', true)`)

async function findWritten(db: Transaction<Tables>): Promise<Written> {
  const { rows } = await sql<{ id: string | null; events: unknown[] | null }>`
    select pg_current_xact_id_if_assigned()::text as id,
      nullif(current_setting('mela.events', true), '')::jsonb as events`.execute(db)
  const { id = null, events } = rows[0] ?? {}
  return { id, events: events?.map(event => JSON.stringify(event)) ?? [] }
}

/** When the answer of the commit was lost, drops at once, and again when the database knows how it ended. */
async function announceLate(db: Database, tags: ReadonlySet<Tag>, written: Written & { id: string }) {
  announce(tags)
  if (!(await wasCommitted(db, written.id))) return
  announce(tags)
  await sendNotices(db, noticesOf(tags, written))
}

function noticesOf(tags: ReadonlySet<Tag>, { events = [] }: Partial<Written> = {}): Notice[] {
  const changes = tags.size > 0 ? [changeNotice([...tags])] : []
  return [...changes, ...events.map(payload => ({ channel: 'live_events', payload }))]
}
