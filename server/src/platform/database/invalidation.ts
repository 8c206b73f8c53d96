import { sql } from 'kysely'
import type { Database } from './database.ts'
import { newId } from './ids.ts'

/**
 * `catalog` is every list, `day` what another day changes, `shop` every page, `gateways` the keys of providers. `reviews:` is a product's own page,
 * `reviewers:` names there, `rating:` its stars anywhere, `ratings` what is ordered by them.
 */
export type Tag =
  | 'shop'
  | 'catalog'
  | 'day'
  | 'ratings'
  | 'gateways'
  | `${'product' | 'category' | 'reviews' | 'reviewers' | 'rating'}:${string}`

export type Invalidate = (...tags: Tag[]) => void

type Listener = (tags: readonly string[]) => void
export const EVERYTHING = '*'
const CHANNEL = 'catalog_changes'
/** This process gets its own changes directly, and skips their notifications. */
const INSTANCE = newId()
const listeners = new Set<Listener>()

/** Tells other instances which tags have changed. NOTIFY carries 8000 bytes; a change with more tags invalidates everything. */
export function changeNotice(tags: string[]): Notice {
  const text = tags.join(' ')
  return { channel: CHANNEL, payload: `${INSTANCE} ${Buffer.byteLength(text) < 7000 ? text : EVERYTHING}` }
}

export function announce(tags: Iterable<string>) {
  const all = [...tags]
  if (all.length > 0) for (const listener of listeners) listener(all)
}

/** Other instances run the same timer, so only this process is told. */
export const invalidateHere = (...tags: Tag[]) => announce(tags)

/** `*` means everything. Returns the unsubscribe function. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A gap in listening invalidates everything. */
export const catalogChanges = { [CHANNEL]: listenToOthers }

function listenToOthers(payload = `? ${EVERYTHING}`) {
  const [sender, ...tags] = payload.split(' ')
  if (sender !== INSTANCE) announce(tags)
}

interface Notice {
  channel: string
  payload: string
}

const RETRY_MS = 1000
const MOST_TRIES = 60

/**
 * Sends the notifications of a committed transaction; resolves once they are sent, or have failed and will be tried
 * again. A NOTIFY inside the transaction would hold a lock of the whole database until the commit is on disk, so that
 * no two orders could be committed at once (docs/decisions/0016). This commit need not wait for the disk.
 */
export async function sendNotices(db: Database, notices: Notice[], tries = MOST_TRIES): Promise<void> {
  if (notices.length === 0) return
  const [channels, payloads] = [notices.map(({ channel }) => channel), notices.map(({ payload }) => payload)]
  try {
    await sql`select set_config('synchronous_commit', 'off', true), count(pg_notify(channel, payload))
      from unnest(${channels}::text[], ${payloads}::text[]) as notice (channel, payload)`.execute(db)
  } catch {
    if (tries > 1) setTimeout(() => void sendNotices(db, notices, tries - 1), RETRY_MS).unref()
  }
}
