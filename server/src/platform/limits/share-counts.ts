import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Part } from '../runtime/closing.ts'
import { repeat } from '../runtime/repeat.ts'
import type { RequestCounts } from './request-counts.ts'

const EVERY_MS = 1000

export const requestCountsChannel = (counts: RequestCounts) => ({
  // Counts that were missed in a gap are not added later.
  request_counts: (text?: string) => text && counts.addAnnounced(text),
})

export function shareCounts(db: Database, counts: RequestCounts, everyMs = EVERY_MS): Part {
  return repeat(everyMs, async () => {
    const texts = counts.takeAnnouncements()
    if (texts.length > 0)
      await sql`select pg_notify('request_counts', text) from unnest(${texts}::text[]) as text`.execute(db)
  })
}
