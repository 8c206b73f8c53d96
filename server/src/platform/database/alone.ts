import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from './database.ts'

const PACE_MS = 100

/** The lock has a connection of its own and ends with it, so a killed process leaves none behind. */
export async function alone(db: Database, name: string, work: () => Promise<void>): Promise<void> {
  await db.connection().execute(async held => {
    const key = sql`hashtextextended(${name}, 0)`
    const take = sql<{ taken: boolean }>`select pg_try_advisory_lock(${key}) as taken`
    // A statement that waits would keep a snapshot, and an index that is built concurrently waits for old snapshots.
    while (!(await take.execute(held)).rows[0]?.taken) await delay(PACE_MS)
    try {
      await work()
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(held)
    }
  })
}
