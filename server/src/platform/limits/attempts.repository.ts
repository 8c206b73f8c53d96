import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

export interface AttemptLimit {
  most: number
  seconds: number
}

export async function countAttempt(
  db: Database,
  key: Buffer,
  { most, seconds }: AttemptLimit,
): Promise<number | undefined> {
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

export async function uncountAttempt(db: Database, key: Buffer): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ count: sql`count - 1` })
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute()
}

export async function forgetAttempts(db: Database, key: Buffer): Promise<void> {
  await db.deleteFrom('attempts').where('key', '=', key).execute()
}

export async function secondsToWait(db: Database, key: Buffer): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from since + lasts - now()))::int as seconds from attempts where key = ${key}`.execute(db)
  return Math.max(1, rows[0]?.seconds ?? 1)
}

export async function forgetOldAttempts(db: Database): Promise<void> {
  await db.deleteFrom('attempts').where('since', '<', sql<Date>`now() - lasts`).execute()
}
