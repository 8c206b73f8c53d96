import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from './database.ts'
import { newId } from './ids.ts'

/**
 * `catalog` is every list, `day` what another day changes, `shop` every page. `reviews:` is a product's own page,
 * `reviewers:` names there, `rating:` its stars anywhere, `ratings` what is ordered by them.
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

export interface Notice {
  channel: string
  payload: string
}

const RETRY_MS = 1000
const MOST_TRIES = 60
/** Beyond it the oldest are lost; a database that is away for as long makes every listener drop everything. */
const MOST_WAITING = 1000

const queues = new WeakMap<Database, ReturnType<typeof openQueue>>()

/**
 * Sends the notifications of a committed transaction together with others that wait; resolves once they are sent, or
 * have failed and will be tried again. A NOTIFY inside the transaction would hold a lock of the whole database until
 * the commit is on disk, so that no two orders could be committed at once (docs/decisions/0016).
 */
export function sendNotices(db: Database, notices: Notice[]): Promise<void> {
  const queue = queues.get(db) ?? openQueue(db)
  queues.set(db, queue)
  return queue(notices)
}

function openQueue(db: Database) {
  let waiting: Notice[] = []
  let next: Promise<void> | undefined
  let underWay: Promise<void> = Promise.resolve()
  let failures = 0

  function send(notices: Notice[]): Promise<void> {
    waiting.push(...notices)
    next ??= underWay.then(() => {
      const batch = waiting
      waiting = []
      next = undefined
      underWay = deliver(batch)
      return underWay
    })
    return next
  }

  async function deliver(batch: Notice[]) {
    try {
      await notify(db, batch)
      failures = 0
    } catch (error) {
      if (isRefused(error)) return deliverOneByOne(batch)
      waiting = [...batch, ...waiting].slice(-MOST_WAITING)
      if (++failures <= MOST_TRIES) setTimeout(() => void send([]), RETRY_MS).unref()
    }
  }

  /** A notice that PostgreSQL refuses, because it is too long, must not block the others. */
  async function deliverOneByOne(batch: Notice[]) {
    const [first, ...rest] = batch
    if (!first || rest.length === 0) return
    await deliver([first])
    await deliver(rest)
  }

  return send
}

const isRefused = (error: unknown) => error instanceof pg.DatabaseError && error.code?.startsWith('22') === true

/** The commit does not wait for the disk, because notices are not stored. */
async function notify(db: Database, notices: Notice[]) {
  if (notices.length === 0) return
  const [channels, payloads] = [notices.map(({ channel }) => channel), notices.map(({ payload }) => payload)]
  await sql`select set_config('synchronous_commit', 'off', true), count(pg_notify(channel, payload))
    from unnest(${channels}::text[], ${payloads}::text[]) as notice (channel, payload)`.execute(db)
}

const LOST_MS = 60_000

/** True, to be on the safe side, when the database does not say within a minute. */
export async function wasCommitted(db: Database, transactionId: string): Promise<boolean> {
  const until = performance.now() + LOST_MS
  for (let pauseMs = 10; performance.now() < until; pauseMs = Math.min(2 * pauseMs, RETRY_MS)) {
    const status = await statusOf(db, transactionId).catch(() => 'in progress')
    if (status !== 'in progress') return status !== 'aborted'
    await delay(pauseMs, undefined, { ref: false })
  }
  return true
}

async function statusOf(db: Database, transactionId: string): Promise<string | null> {
  const { rows } = await sql<{ status: string | null }>`
    select pg_xact_status(${transactionId}::xid8) as status`.execute(db)
  return rows[0]?.status ?? null
}
