import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

/** A job is late after so many seconds. */
const SCHEDULED = {
  reconciliation: { title: 'Reconciliation of payments', lateAfter: 600 },
  expiry: { title: 'Expiry of unpaid orders', lateAfter: 600 },
  cleaning: { title: 'Nightly cleaning', lateAfter: 26 * 3600 },
  disputes: { title: 'Look at disputes', lateAfter: 26 * 3600 },
}
type Scheduled = keyof typeof SCHEDULED
const NAMES = Object.keys(SCHEDULED) as Scheduled[]

/** A shop that was just opened makes up for what it missed while it was closed. */
const GRACE = sql`interval '10 minutes'`

interface ScheduledRun {
  name: string
  /** Null before the first run. */
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
  const lateAfter = sql`make_interval(secs => case name ${sql.join(
    NAMES.map(name => sql`when ${name} then ${SCHEDULED[name].lateAfter}::int`),
    sql` `,
  )} end)`
  const rows = await db
    .selectFrom('scheduled_runs')
    .select([
      'name',
      sql<number | null>`extract(epoch from now() - ran_at)::int`.as('age'),
      sql<boolean>`coalesce(ran_at, added_at) < now() - ${lateAfter} and waiting_since < now() - ${GRACE}`.as('isLate'),
    ])
    .where('name', 'in', NAMES)
    .execute()
  return NAMES.flatMap(name => {
    const row = rows.find(row => row.name === name)
    return row ? [{ ...row, line: sentenceOf(name, row) }] : []
  })
}

function sentenceOf(name: Scheduled, { age, isLate }: { age: number | null; isLate: boolean }): string {
  const last = age === null ? 'has not run yet' : `ran ${inWords(age)} ago`
  return `${SCHEDULED[name].title} ${last}${isLate ? ', which is late' : ''}.`
}

function inWords(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  return seconds < 2 * 3600 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3600)} hours`
}
