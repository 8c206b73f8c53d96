import { sql } from 'kysely'
import pLimit from 'p-limit'
import type { Database } from '../database/database.ts'
import { inSlices } from './in-slices.ts'
import { has, withTerms } from './spelling-index.ts'

interface Known {
  sorted: readonly string[]
  /** No transaction before this one can still add a missing word. */
  since: string
}

/** Words are added and never removed, so an instance keeps what it has read. */
const read = new WeakMap<Database, Known>()
/** Fewer are inserted one by one; for more, reading all anew is quicker. */
const FEW = 1000

/** Words in one text of the answer; one text is split without a pause. */
const IN_ONE_TEXT = 4000

/** Words that are looked up in one go: about a millisecond. */
const IN_ONE_SLICE = 1000

/** One caller reads the new words, and the others use them. */
const turns = pLimit(1)

/** Every word that a product ever had, sorted; including those just committed on any instance. */
export const knownTerms = (db: Database): Promise<readonly string[]> =>
  turns(async () => {
    const before = read.get(db) ?? { sorted: [], since: '0' }
    const added = await termsSince(db, before.since)
    const sorted = await withAdded(db, before.sorted, added.sorted)
    read.set(db, { sorted, since: added.since })
    return sorted
  })

/** The list with the added words; the same list if it has them, as words of running transactions are read again. */
async function withAdded(db: Database, sorted: readonly string[], added: readonly string[]) {
  if (sorted.length === 0) return added
  const missing = await inSlices(missingIn(sorted, added))
  if (missing.length === 0) return sorted
  return missing.length < FEW ? withTerms(sorted, missing) : (await termsSince(db, '0')).sorted
}

function* missingIn(sorted: readonly string[], words: readonly string[]): Generator<undefined, string[]> {
  const missing: string[] = []
  for (let i = 0; i < words.length; i += IN_ONE_SLICE) {
    missing.push(...words.slice(i, i + IN_ONE_SLICE).filter(word => !has(sorted, word)))
    yield
  }
  return missing
}

/**
 * Sorted by the database in character order, and sent in a few long texts: sorting 60,000 words here, or reading them
 * from as many rows, would block the event loop for longer than a correction may.
 */
async function termsSince(db: Database, since: string): Promise<Known> {
  const { rows } = await sql<{ now: string; text: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as now, string_agg(word, ' ' order by word collate "C") as text
    from (
      select word, row_number() over (order by word collate "C") / ${sql.lit(IN_ONE_TEXT)} as part
      from search_terms where added_by >= ${since}::xid8
    ) as added
    group by part order by part`.execute(db)
  const sorted = await inSlices(takenApart(rows.map(({ text }) => text)))
  return { sorted, since: rows[0]?.now ?? since }
}

function* takenApart(texts: string[]): Generator<undefined, string[]> {
  const words: string[] = []
  for (const text of texts) {
    words.push(...text.split(' '))
    yield
  }
  return words
}
