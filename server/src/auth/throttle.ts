import { createHash } from 'node:crypto'
import { record } from '../audit/audit.repository.ts'
import type { Database } from '../database/database.ts'
import type { Env } from '../env.ts'
import { type ShopError, TooManyError } from '../http/errors.ts'
import { countGuess, forgetGuesses, secondsToWait, uncountGuess } from './guesses.repository.ts'

/** Thrown by a guess that was wrong; the throttle counts it and throws the refusal instead. */
class WrongGuess extends Error {
  readonly refusal: ShopError
  readonly userId: string | undefined

  constructor(refusal: ShopError, userId: string | undefined) {
    super(refusal.message)
    this.refusal = refusal
    this.userId = userId
  }
}

/** `userId` is whose account was tried, if there is one: when its guesses are used up, the audit log says so. */
export const wrongGuess = (refusal: ShopError, userId?: string) => new WrongGuess(refusal, userId)

/**
 * Tries a guess unless too many of this subject failed in the last 15 minutes (DECISIONS B54). It is counted before it is
 * tried; success forgets all that failed, and what is refused for another reason than a wrong guess does not count.
 */
export async function throttled<Result>(
  db: Database,
  { failedLogins: limit }: Pick<Env, 'failedLogins'>,
  subject: string[],
  guess: () => Promise<Result>,
): Promise<Result> {
  const key = keyOf(subject)

  return inTurn(key.toString('hex'), async () => {
    const count = await countGuess(db, key, limit)
    if (count === undefined) throw tooManyGuesses(await secondsToWait(db, key))

    try {
      const result = await guess()
      await forgetGuesses(db, key)
      return result
    } catch (error) {
      if (!(error instanceof WrongGuess)) {
        await uncountGuess(db, key)
        throw error
      }
      if (count === limit && error.userId) await recordUsedUp(db, error.userId, limit)
      throw error.refusal
    }
  })
}

/** Forgets what failed before. */
export async function forgive(db: Database, subject: string[]): Promise<void> {
  await forgetGuesses(db, keyOf(subject))
}

const keyOf = (subject: string[]) => createHash('sha256').update(JSON.stringify(subject)).digest()

function tooManyGuesses(seconds: number) {
  const minutes = Math.ceil(seconds / 60)
  const when = minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
  return new TooManyError(`Too many failed attempts. Please try again ${when}.`, seconds)
}

async function recordUsedUp(db: Database, userId: string, failures: number) {
  await record(db, { actor: null, action: 'login.failed', subject: `user:${userId}`, after: { failures } })
}

const queues = new Map<string, Promise<unknown>>()

/** One after the other: somebody who signs in on ten devices at once guesses right ten times, and is not to be refused. */
async function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const turn = (queues.get(key) ?? Promise.resolve()).then(work, work)
  queues.set(key, turn)
  try {
    return await turn
  } finally {
    if (queues.get(key) === turn) queues.delete(key)
  }
}
