import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Database } from '../src/platform/database/database.ts'

/** Until this many transactions wait for another one's lock. */
export function untilWaiting(db: Database, count: number) {
  return vi.waitFor(async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    expect(rows.length).toBeGreaterThanOrEqual(count)
  }, 10_000)
}
