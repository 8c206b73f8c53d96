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

/** Words that are sent as one text, which is split in one go. */
const IN_ONE_TEXT = 4000

/** One caller reads what is new, and the others find it read. */
const turns = pLimit(1)

/** Every word that a product ever had, sorted; including those just committed on any instance. */
export const knownTerms = (db: Database): Promise<readonly string[]> =>
  turns(async () => {
    const before = read.get(db) ?? { sorted: [], since: '0' }
    const added = await termsSince(db, before.since)
    const sorted =
      added.sorted.length < FEW ? withMissing(before.sorted, added.sorted) : await allTerms(db, before, added)
    read.set(db, { sorted, since: added.since })
    return sorted
  })

/** The same list when it has all of them. */
function withMissing(sorted: readonly string[], added: readonly string[]): readonly string[] {
  const missing = added.filter(word => !has(sorted, word))
  return missing.length === 0 ? sorted : withTerms(sorted, missing)
}

const allTerms = async (db: Database, before: Known, added: Known) =>
  before.sorted.length === 0 ? added.sorted : (await termsSince(db, '0')).sorted

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
