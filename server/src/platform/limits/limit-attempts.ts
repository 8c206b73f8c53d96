import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { recordAudit } from '../audit/audit-log.ts'
import type { Database } from '../database/database.ts'
import { type ShopError, TooManyError } from '../http/errors.ts'
import { LINES_OF_SITE } from '../http/network-address.ts'
import type { Env } from '../runtime/env.ts'

/** `limitAttempts` counts it and throws the refusal instead. */
class FailedAttempt extends Error {
  readonly refusal: ShopError
  readonly userId: string | undefined

  constructor(refusal: ShopError, userId: string | undefined) {
    super(refusal.message)
    this.refusal = refusal
    this.userId = userId
  }
}

export const failedAttempt = (refusal: ShopError, userId?: string) => new FailedAttempt(refusal, userId)

/**
 * Runs an attempt unless one of its counters is used up (ADR 0009). It is counted first; a success resets counters
 * where it proves the caller's identity, and other refusals do not count.
 */
export async function limitAttempts<Result>(
  db: Database,
  counters: AttemptCounter[],
  attempt: () => Promise<Result>,
): Promise<Result> {
  return inTurn(JSON.stringify(counters[0]?.subject), async () => {
    const { counted, full } = await countAll(db, counters)
    if (full) throw tooManyAttempts(await secondsToWait(db, keyOf(full.subject)), full)
    try {
      const result = await attempt()
      const forgiven = counted.filter(({ isForgiven }) => isForgiven)
      const others = counted.filter(({ isForgiven }) => !isForgiven)
      await forget(db, forgiven)
      await uncountAll(db, others)
      return result
    } catch (error) {
      if (!(error instanceof FailedAttempt)) {
        await uncountAll(db, counted)
        throw error
      }
      const usedUp = counted.find(({ count, most, isRecorded }) => isRecorded && count === most)
      if (usedUp && error.userId) await recordUsedUp(db, error.userId, usedUp.most)
      throw error.refusal
    }
  })
}

type Counted<Counter> = Counter & { key: Buffer; count: number }

/** Counts one more in each counter, or in none of them when one is `full`. */
export async function countAll<Counter extends AttemptLimit>(
  db: Database,
  counters: Counter[],
): Promise<{ counted: Counted<Counter>[]; full?: Counter }> {
  const counted: Counted<Counter>[] = []
  for (const counter of counters) {
    const key = keyOf(counter.subject)
    const count = await countAttempt(db, key, counter)
    if (count === undefined) {
      await uncountAll(db, counted)
      return { counted: [], full: counter }
    }
    counted.push({ ...counter, key, count })
  }
  return { counted }
}

export async function uncountAll(db: Database, counted: { key: Buffer }[]): Promise<void> {
  await sql`update attempts set count = count - 1 where key = ${among(counted)} and count > 0`.execute(db)
}

export function forgive(db: Database, counters: AttemptCounter[]): Promise<void> {
  const counted = counters.map(({ subject }) => ({ key: keyOf(subject) }))
  return forget(db, counted)
}

async function forget(db: Database, counted: { key: Buffer }[]): Promise<void> {
  await db.deleteFrom('attempts').where('key', '=', among(counted)).execute()
}

const among = (counted: { key: Buffer }[]) => sql<Buffer>`any(${counted.map(({ key }) => key)}::bytea[])`

export const keyOf = (subject: string[]) => createHash('sha256').update(JSON.stringify(subject)).digest()

function tooManyAttempts(seconds: number, { remedy = '' }: AttemptCounter) {
  return new TooManyError(`Too many failed attempts. Please try again ${waitOf(seconds)}${remedy}.`, seconds)
}

export function waitOf(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes > 90) return `in ${Math.ceil(minutes / 60)} hours`
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
}

async function recordUsedUp(db: Database, userId: string, failures: number) {
  await recordAudit(db, { actor: null, action: 'login.failed', subject: `user:${userId}`, after: { failures } })
}

const queues = new Map<string, Promise<unknown>>()

/** Runs one attempt after the other: ten concurrent logins of one owner all succeed, and must not be refused. */
export async function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const turn = (queues.get(key) ?? Promise.resolve()).then(work, work)
  queues.set(key, turn)
  try {
    return await turn
  } finally {
    if (queues.get(key) === turn) queues.delete(key)
  }
}

async function secondsToWait(db: Database, key: Buffer): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from since + lasts - now()))::int as seconds from attempts where key = ${key}`.execute(db)
  return Math.max(1, rows[0]?.seconds ?? 1)
}

export const RETRY_SECONDS = 10

/** An owner, such as a network address or an account, gets at most `mostOfOne` places. */
export function openPlaces(most: number, whenFull: string, mostOfOne = most) {
  const taken = new Set<string[]>()

  function take(...owners: string[]): () => void {
    const hasEnough = (owner: string) => [...taken].filter(others => others.includes(owner)).length >= mostOfOne
    if (taken.size >= most || owners.some(hasEnough)) throw new TooManyError(whenFull, RETRY_SECONDS)
    taken.add(owners)
    return () => void taken.delete(owners)
  }

  return {
    take,
    async hold<Result>(owners: string | string[], work: () => Promise<Result>): Promise<Result> {
      const leave = take(...[owners].flat())
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

interface AttemptLimit {
  subject: string[]
  most: number
  seconds: number
}

async function countAttempt(db: Database, key: Buffer, { most, seconds }: AttemptLimit): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    insert into attempts as known (key, lasts) values (${key}, make_interval(secs => ${seconds}))
    on conflict (key) do update set
      count = case when known.since < now() - known.lasts then 1 else known.count + 1 end,
      since = case when known.since < now() - known.lasts then now() else known.since end,
      lasts = excluded.lasts
    where known.count < ${most} or known.since < now() - known.lasts
    returning count`.execute(db)
  return rows[0]?.count
}

interface AttemptCounter extends AttemptLimit {
  /** A success proves the caller's identity: earlier failures are reset. */
  isForgiven: boolean
  isRecorded: boolean
  remedy?: string
}

const FAST_SECONDS = 15 * 60
const HOUR = 3600
const DAY = 24 * HOUR

type Limits = Pick<Env, 'failedLogins' | 'failedLoginsPerAccount' | 'failedLoginsPerAddress'>

/** A known device counts separately, so that other people cannot lock its owner out. */
export function loginCounters(
  limits: Limits,
  { email, address, site, device }: { email: string; address: string; site: string; device: string | undefined },
): AttemptCounter[] {
  if (device) return ofDevice(limits, 'login', device)
  return [
    ...accountCounters(limits, { email, address }),
    ofNetwork(['logins', address], limits.failedLoginsPerAddress),
    ofNetwork(['logins', 'site', site], limits.failedLoginsPerAddress * LINES_OF_SITE),
  ]
}

export const visitorCounters = (limits: Limits, { address, site }: { address: string; site: string }) => [
  counter(['visitors', address], fast(limits), { isForgiven: true, isRecorded: false }),
  ofNetwork(['visitors', 'hour', address], limits.failedLoginsPerAddress),
  ofNetwork(['visitors', 'site', site], limits.failedLoginsPerAddress * LINES_OF_SITE),
]

/** Guesses at the codes of gift cards and discounts. A code that is right resets none. */
export const codeCounters = (limits: Limits, { address, site }: { address: string; site: string }) => [
  counter(['codes', address], fast(limits), { isRecorded: false }),
  ofNetwork(['codes', 'hour', address], limits.failedLoginsPerAddress),
  ofNetwork(['codes', 'site', site], limits.failedLoginsPerAddress * LINES_OF_SITE),
]

export const accountCounters = (limits: Limits, { email, address }: { email: string; address: string }) => [
  counter(['login', email, address], fast(limits), { isForgiven: true }),
  counter(['login from anywhere', email], slow(limits), { remedy: ', or choose a new password by email' }),
]

/** The caller holds the session or the password, so no address counts. */
export function proofCounters(
  limits: Limits,
  what: 'password' | 'code',
  { userId, device }: { userId: string; device: string | undefined },
): AttemptCounter[] {
  if (device) return ofDevice(limits, what, device)
  return [counter([what, userId], fast(limits), { isForgiven: true }), counter([what, 'slow', userId], slow(limits))]
}

const ofDevice = (limits: Limits, what: string, device: string) => [
  counter([what, 'device', device], fast(limits), { isForgiven: true }),
  counter([what, 'device', 'slow', device], slow(limits), { isForgiven: true }),
]

const ofNetwork = (subject: string[], most: number) => counter(subject, { most, seconds: HOUR }, { isRecorded: false })

const counter = (
  subject: string[],
  limit: { most: number; seconds: number },
  more: Partial<AttemptCounter> = {},
): AttemptCounter => ({ isForgiven: false, isRecorded: true, subject, ...limit, ...more })

const fast = ({ failedLogins }: Limits) => ({ most: failedLogins, seconds: FAST_SECONDS })
const slow = ({ failedLoginsPerAccount }: Limits) => ({ most: failedLoginsPerAccount, seconds: DAY })
