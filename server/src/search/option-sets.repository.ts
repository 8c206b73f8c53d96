import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** The options of several variants: `[{ Size: 'M' }, { Size: 'L' }]`. */
export type OptionSet = Record<string, string>[]

/** A set never changes, so an instance keeps those that it has read. */
const read = new WeakMap<Database, Map<number, OptionSet>>()
const MOST_KEPT = 20_000

/** The sets with these ids. */
export async function listOptionSets(db: Database, ids: number[]): Promise<Map<number, OptionSet>> {
  const known = read.get(db) ?? new Map<number, OptionSet>()
  if (known.size > MOST_KEPT) known.clear()
  read.set(db, known)
  const found = new Map<number, OptionSet>()
  const unknown: number[] = []
  for (const id of ids) {
    const set = known.get(id)
    if (set) found.set(id, set)
    else unknown.push(id)
  }
  if (unknown.length === 0) return found

  const rows = await db
    .selectFrom('option_sets')
    .select(['id', 'variants'])
    .where('id', '=', sql<number>`any(${unknown})`)
    .execute()
  for (const { id, variants } of rows) {
    known.set(id, variants)
    found.set(id, variants)
  }
  return found
}

/** Once a night: deletes the sets that no product has any more; waits for transactions that have found one, a second at the most. */
export async function forgetUnusedSets(db: Database): Promise<void> {
  await db.transaction().execute(async db => {
    await sql`set local lock_timeout = '1s'`.execute(db)
    await sql`lock table option_sets in share row exclusive mode`.execute(db)
    await sql`
      delete from option_sets where not exists (
        select from product_index where option_sets.id in (offered_set, stocked_set)
      )`.execute(db)
  })
}
