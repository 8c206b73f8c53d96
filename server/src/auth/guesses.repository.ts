import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

const window = sql`interval '15 minutes'`

/** Counts one more guess, in 15 minutes that begin with the first; undefined when `limit` guesses are used up. */
export async function countGuess(db: Database, key: Buffer, limit: number): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    insert into guesses as known (key) values (${key})
    on conflict (key) do update set
      count = case when known.since < now() - ${window} then 1 else known.count + 1 end,
      since = case when known.since < now() - ${window} then now() else known.since end
    where known.count < ${limit} or known.since < now() - ${window}
    returning count`.execute(db)
  return rows[0]?.count
}

export async function uncountGuess(db: Database, key: Buffer): Promise<void> {
  await db.updateTable('guesses').set({ count: sql`count - 1` }).where('key', '=', key).where('count', '>', 0).execute()
}

export async function forgetGuesses(db: Database, key: Buffer): Promise<void> {
  await db.deleteFrom('guesses').where('key', '=', key).execute()
}

/** Until the next guess is taken. */
export async function secondsToWait(db: Database, key: Buffer): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from since + ${window} - now()))::int as seconds from guesses where key = ${key}`.execute(
    db,
  )
  return Math.max(1, rows[0]?.seconds ?? 1)
}

/** Those whose 15 minutes are over; a job's work, for nothing depends on it. */
export async function forgetOldAttempts(db: Database): Promise<void> {
  await db.deleteFrom('guesses').where('since', '<', sql<Date>`now() - ${window}`).execute()
}
