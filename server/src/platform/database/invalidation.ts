import { CompiledQuery, sql, type Transaction } from 'kysely'
import type { Database } from './database.ts'
import { newId } from './ids.ts'
import { type Notice, sendNotices, wasCommitted } from './notices.ts'
import type { Tables } from './tables.ts'

/**
 * The cache tags: `product:<id>`, `category:<slug>`, `catalog` for every list, `day` for what another day of the shop's calendar changes, or
 * `shop` for the settings, on every page. A review
 * invalidates less: `reviews:<id>` on the product's own page, `reviewers:<id>` where only an author's name or picture changed there,
 * `rating:<id>` wherever its stars are shown, and `ratings` for every list ordered, filtered or counted by them.
 */
export type Tag =
  | 'shop'
  | 'catalog'
  | 'day'
  | 'ratings'
  | `${'product' | 'category' | 'reviews' | 'reviewers' | 'rating'}:${string}`

export type Invalidate = (...tags: Tag[]) => void

type Listener = (tags: readonly string[]) => void
export const EVERYTHING = '*'
const CHANNEL = 'catalog_changes'
/** This process: it gets its own changes directly, and skips their notifications. */
const INSTANCE = newId()
const listeners = new Set<Listener>()

/**
 * Runs `work` in one transaction and invalidates its tags after the commit, before the promise resolves: here at once, so that the
 * next request sees the change, and in other instances by NOTIFY, as the live events that triggers collected. When the answer of the
 * commit is lost, the tags are invalidated at once and again when the database knows how it ended.
 */
export async function withInvalidation<Result>(
  db: Database,
  work: (db: Transaction<Tables>, invalidate: Invalidate) => Promise<Result>,
): Promise<Result> {
  const tags = new Set<Tag>()
  let written: Written | undefined
  try {
    const result = await db.transaction().execute(async db => {
      await db.executeQuery(preparation)
      const result = await work(db, (...invalidated) => invalidated.forEach(tag => void tags.add(tag)))
      written = await whatIsWritten(db)
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
 * Triggers of this transaction collect their live events instead of notifying (migration 0009). Its statements are about few rows by
 * their ids: planned anew for each list of ids, they cost more than they run.
 */
const preparation = CompiledQuery.raw(`select set_config('mela.collects_events', 'on', true),
  set_config('plan_cache_mode', 'force_generic_plan', true)`)

async function whatIsWritten(db: Transaction<Tables>): Promise<Written> {
  const { rows } = await sql<{ id: string | null; events: unknown[] | null }>`
    select pg_current_xact_id_if_assigned()::text as id,
      nullif(current_setting('mela.events', true), '')::jsonb as events`.execute(db)
  const { id = null, events } = rows[0] ?? {}
  return { id, events: events?.map(event => JSON.stringify(event)) ?? [] }
}

async function announceLate(db: Database, tags: ReadonlySet<Tag>, written: Written & { id: string }) {
  announce(tags)
  if (!(await wasCommitted(db, written.id))) return
  announce(tags)
  await sendNotices(db, noticesOf(tags, written))
}

function noticesOf(tags: ReadonlySet<Tag>, { events = [] }: Partial<Written> = {}): Notice[] {
  const changes = tags.size > 0 ? [{ channel: CHANNEL, payload: announcement([...tags]) }] : []
  return [...changes, ...events.map(payload => ({ channel: 'live_events', payload }))]
}

/** Sender and tags. NOTIFY carries 8000 bytes; a change with more tags invalidates everything. */
function announcement(tags: string[]): string {
  const text = tags.join(' ')
  return `${INSTANCE} ${Buffer.byteLength(text) < 7000 ? text : EVERYTHING}`
}

function announce(tags: Iterable<string>) {
  const all = [...tags]
  if (all.length > 0) for (const listener of listeners) listener(all)
}

/** Invalidates tags that change with time alone, in this process only: other instances run the same timer. */
export const invalidateHere = (...tags: Tag[]) => announce(tags)

/** Calls back with the tags of each committed change; returns the unsubscribe function. `*` means everything. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Listens for changes of other instances; a gap invalidates everything. */
export const catalogChanges = { [CHANNEL]: listenToOthers }

function listenToOthers(payload = `? ${EVERYTHING}`) {
  const [sender, ...tags] = payload.split(' ')
  if (sender !== INSTANCE) announce(tags)
}
