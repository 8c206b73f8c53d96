import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { has } from './near-words.ts'

interface Known {
  sorted: string[]
  /** No transaction before this one can still add a word that is not here. */
  since: string
}

/** Words are added and never taken away, so an instance keeps what it has read. */
const read = new WeakMap<Database, Known>()

/** Every word that a product was ever described with, sorted; those committed a moment ago, by anybody, among them. */
export async function knownWords(db: Database): Promise<readonly string[]> {
  const before = read.get(db) ?? { sorted: [], since: '0' }
  const { rows } = await sql<{ since: string; added: string[] }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as since,
      array(select word from words where added_by >= ${before.since}::xid8) as added`.execute(db)
  const [{ since, added } = { since: '0', added: [] }] = rows

  const fresh = added.filter(word => !has(before.sorted, word))
  const sorted = fresh.length > 0 ? [...before.sorted, ...fresh].sort() : before.sorted
  read.set(db, { sorted, since })
  return sorted
}
