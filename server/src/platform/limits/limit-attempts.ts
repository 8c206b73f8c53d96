import { createHash } from 'node:crypto'
import { recordAudit } from '../audit/audit.repository.ts'
import type { Database } from '../database/database.ts'
import { type ShopError, TooManyError } from '../http/errors.ts'
import type { AttemptCounter } from './attempt-counters.ts'
import { countAttempt, forgetAttempts, secondsToWait, uncountAttempt } from './attempts.repository.ts'

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
    const counted = await countAll(db, counters)
    try {
      const result = await attempt()
      for (const { key, isForgiven } of counted) await (isForgiven ? forgetAttempts(db, key) : uncountAttempt(db, key))
      return result
    } catch (error) {
      if (!(error instanceof FailedAttempt)) {
        for (const { key } of counted) await uncountAttempt(db, key)
        throw error
      }
      const usedUp = counted.find(({ count, most, isRecorded }) => isRecorded && count === most)
      if (usedUp && error.userId) await recordUsedUp(db, error.userId, usedUp.most)
      throw error.refusal
    }
  })
}

type Counted = AttemptCounter & { key: Buffer; count: number }

async function countAll(db: Database, counters: AttemptCounter[]): Promise<Counted[]> {
  const counted: Counted[] = []
  for (const counter of counters) {
    const key = keyOf(counter.subject)
    const count = await countAttempt(db, key, counter)
    if (count === undefined) {
      for (const { key } of counted) await uncountAttempt(db, key)
      throw tooManyAttempts(await secondsToWait(db, key), counter)
    }
    counted.push({ ...counter, key, count })
  }
  return counted
}

export async function forgive(db: Database, counters: AttemptCounter[]): Promise<void> {
  for (const { subject } of counters) await forgetAttempts(db, keyOf(subject))
}

const keyOf = (subject: string[]) => createHash('sha256').update(JSON.stringify(subject)).digest()

function tooManyAttempts(seconds: number, { remedy = '' }: AttemptCounter) {
  return new TooManyError(`Too many failed attempts. Please try again ${waitOf(seconds)}${remedy}.`, seconds)
}

function waitOf(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes > 90) return `in ${Math.ceil(minutes / 60)} hours`
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
}

async function recordUsedUp(db: Database, userId: string, failures: number) {
  await recordAudit(db, { actor: null, action: 'login.failed', subject: `user:${userId}`, after: { failures } })
}

const queues = new Map<string, Promise<unknown>>()

/** Runs one attempt after the other: ten concurrent logins of one owner all succeed, and must not be refused. */
async function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const turn = (queues.get(key) ?? Promise.resolve()).then(work, work)
  queues.set(key, turn)
  try {
    return await turn
  } finally {
    if (queues.get(key) === turn) queues.delete(key)
  }
}
