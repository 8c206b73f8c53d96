import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

/** A job is late after so many seconds. */
const SCHEDULED = {
  reconciliation: { title: 'Reconciliation of payments', lateAfter: 600 },
  expiry: { title: 'Expiry of unpaid orders', lateAfter: 600 },
  'planned-prices': { title: 'Begin and end of planned sales', lateAfter: 600 },
  reminders: { title: 'Reminders of what was left unpaid', lateAfter: 3600 },
  cleaning: { title: 'Nightly cleaning', lateAfter: 26 * 3600 },
  disputes: { title: 'Look at disputes', lateAfter: 26 * 3600 },
}
type Scheduled = keyof typeof SCHEDULED
const NAMES = Object.keys(SCHEDULED) as Scheduled[]

/** A shop that was just opened makes up for what it missed while it was closed. */
const GRACE_SECONDS = 600

interface ScheduledRun {
  name: string
  age: number | null
  isLate: boolean
  line: string
}

/** Nothing could run before background work starts. */
export async function expectRuns(db: Database): Promise<void> {
  await db
    .insertInto('scheduled_runs')
    .values(NAMES.map(name => ({ name })))
    .onConflict(row => row.column('name').doUpdateSet({ waiting_since: sql`now()` }))
    .execute()
}

export async function recordRun(db: Database, name: Scheduled, run: () => Promise<unknown>): Promise<void> {
  await run()
  await db.updateTable('scheduled_runs').set({ ran_at: sql`now()` }).where('name', '=', name).execute()
}

/** Empty before the shop was opened for the first time. */
export async function listScheduledRuns(db: Database): Promise<ScheduledRun[]> {
  const { rows } = await sql<{ name: string; age: number | null; waits: number; since: number }>`
    select name, extract(epoch from now() - ran_at)::int as age,
      extract(epoch from now() - coalesce(ran_at, added_at))::int as waits,
      extract(epoch from now() - waiting_since)::int as since
    from scheduled_runs`.execute(db)
  return NAMES.flatMap(name => {
    const row = rows.find(row => row.name === name)
    if (!row) return []
    const isLate = row.waits > SCHEDULED[name].lateAfter && row.since > GRACE_SECONDS
    return [{ name, age: row.age, isLate, line: sentenceOf(name, row.age, isLate) }]
  })
}

function sentenceOf(name: Scheduled, age: number | null, isLate: boolean): string {
  const last = age === null ? 'has not run yet' : `ran ${inWords(age)} ago`
  return `${SCHEDULED[name].title} ${last}${isLate ? ', which is late' : ''}.`
}

function inWords(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  return seconds < 2 * 3600 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3600)} hours`
}
