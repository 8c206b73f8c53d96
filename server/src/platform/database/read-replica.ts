import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { outageOf } from './away.ts'
import { connect, type Database } from './database.ts'
import { EVERYTHING, onChange } from './invalidation.ts'

const TIMES = {
  /** The most milliseconds that an unresponsive replica may delay a request. */
  openMs: 1000,
  answerMs: 3000,
  /** Milliseconds between two queries to a replica that lacks a change. */
  everyMs: 20,
  /** Milliseconds before the replica is tried again after a failure. */
  retryMs: 1000,
  /** Milliseconds after which a replica that lacks a change is not read at all. */
  farBehindMs: 1000,
}
export type ReadReplica = ReturnType<typeof openReadReplica>

interface Answer {
  tags: readonly string[]
}

interface Options {
  poolSize: number
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  times?: Partial<typeof TIMES>
}

/**
 * A streaming replica of `primary`, for answers that name their cache tags. An invalidated tag counts as missing until
 * the replica has replayed the primary's log up to the invalidation; an answer with a missing tag, and any failure, is
 * read again from the primary (docs/decisions/0042).
 */
export function openReadReplica(url: string, primary: Database, { poolSize, log, times = {} }: Options) {
  const { openMs, answerMs, everyMs, retryMs, farBehindMs } = { ...TIMES, ...times }
  const replica = connect(url, { openMs, answerMs, poolSize })
  const watch = connect(url, { openMs, answerMs, poolSize: 1 })
  const closing = new AbortController()
  const pause = (ms: number) => delay(ms, undefined, { ref: false, signal: closing.signal }).catch(() => {})
  /** Replaced on each change and never modified, so that a read keeps the set from its beginning. */
  let missing: ReadonlySet<string> = new Set()
  /** Tags that became missing after the log position that is being waited for was read. */
  let later = new Set<string>()
  let wasUsed: boolean | undefined
  let following: Promise<void> | undefined

  const stopListening = onChange(miss)
  miss([EVERYTHING])

  function miss(tags: readonly string[]) {
    for (const tag of tags) later.add(tag)
    missing = new Set([...missing, ...tags])
    following ??= follow().then(() => {
      following = undefined
    })
  }

  async function follow() {
    while (later.size > 0 && !closing.signal.aborted) {
      const wait = await catchUp().then(
        () => everyMs,
        error => {
          setAside(error)
          return retryMs
        },
      )
      await pause(wait)
    }
  }

  async function catchUp() {
    later = new Set()
    if (missing.has(EVERYTHING)) await refuseAhead(watch.db, primary)
    const position = await positionOf(primary)
    const farBehindAt = performance.now() + farBehindMs
    while (!(await hasReplayed(watch.db, position))) {
      if (performance.now() > farBehindAt) {
        report(false, new Error('The replica lacks changes.'))
        missing = new Set([EVERYTHING])
      }
      await pause(everyMs)
      if (closing.signal.aborted) return
    }
    missing = new Set(later)
    if (!missing.has(EVERYTHING)) report(true)
  }

  function setAside(err: unknown) {
    if (closing.signal.aborted) return
    report(false, err)
    miss([EVERYTHING])
  }

  function report(isUsed: boolean, err?: unknown) {
    if (isUsed === wasUsed) return
    wasUsed = isUsed
    if (isUsed) log.info('the catalogue is read from the replica')
    else log.warn({ err }, 'the replica is not read, but the database itself')
  }

  return {
    async read<Result extends Answer>(work: (db: Database) => Promise<Result>): Promise<Result> {
      const missingNow = missing
      if (missingNow.has(EVERYTHING)) return work(primary)
      try {
        const answer = await work(replica.db)
        if (!answer.tags.some(tag => missingNow.has(tag))) return answer
      } catch (error) {
        // Others, such as a product that is not found, say nothing about the replica, and may be different on the primary.
        if (outageOf(error) === 'database_unavailable') setAside(error)
      }
      return work(primary)
    },

    async close() {
      closing.abort()
      stopListening()
      await following
      await Promise.all([replica.close(), watch.close()])
    },
  }
}

interface Position {
  lsn: string
  system: string
}

/** Commits are flushed before they are announced; log that is only inserted may reach a replica seconds later. */
async function positionOf(primary: Database): Promise<Position> {
  const { rows } = await sql<Position>`
    select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn() end::text as lsn, system_identifier::text as system
    from pg_control_system()`.execute(primary)
  if (!rows[0]) throw new Error('The database names no position of its log.')
  return rows[0]
}

/** Every statement that begins now must see what was committed up to this position. */
async function hasReplayed(replica: Database, { lsn, system }: Position): Promise<boolean> {
  const { rows } = await sql<{ isReplica: boolean; isOfPrimary: boolean; hasReplayed: boolean | null }>`
    select pg_is_in_recovery() as "isReplica", system_identifier::text = ${system} as "isOfPrimary",
      pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as "hasReplayed"
    from pg_control_system()`.execute(replica)
  const [row] = rows
  if (!row?.isReplica) throw new Error('DATABASE_READ_URL is not a replica, or was promoted.')
  if (!row.isOfPrimary) throw new Error('DATABASE_READ_URL is a replica of another database than DATABASE_URL.')
  return row.hasReplayed === true
}

/** Throws on a replica that is ahead of the primary, as after a restored backup: it would count as up to date. */
async function refuseAhead(replica: Database, primary: Database): Promise<void> {
  const { rows } = await sql<{ lsn: string | null }>`select pg_last_wal_replay_lsn()::text as lsn`.execute(replica)
  const { rows: compared } = await sql<{ isAhead: boolean | null }>`
    select pg_current_wal_insert_lsn() < ${rows[0]?.lsn}::pg_lsn as "isAhead"`.execute(primary)
  if (!compared[0]?.isAhead) return
  throw new Error(
    'DATABASE_READ_URL is ahead of DATABASE_URL, as after the restoration of a backup: copy the replica anew.',
  )
}

/** Undefined when the replica does not follow within `mostMs`. */
export async function lagOf(replica: Database, primary: Database, mostMs: number): Promise<number | undefined> {
  await refuseAhead(replica, primary)
  const position = await positionOf(primary)
  const began = performance.now()
  while (!(await hasReplayed(replica, position))) {
    if (performance.now() - began > mostMs) return undefined
    await delay(TIMES.everyMs)
  }
  return Math.round(performance.now() - began)
}
