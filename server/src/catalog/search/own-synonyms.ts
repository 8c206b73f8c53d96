import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { typedTerms } from './analyzer.ts'
import { stem } from './stem.ts'

/** The owner's words for the same thing: by each in the singular, the others. */
export type OwnSynonyms = ReadonlyMap<string, readonly string[]>

export const NO_SYNONYMS: OwnSynonyms = new Map()

/** The setting of the last search, whose lines need not be read again. */
let read: { lines: string; synonyms: OwnSynonyms } | undefined

export async function findOwnSynonyms(db: Database): Promise<OwnSynonyms> {
  const lines = sql<string | null>`changes #>> '{search,synonyms}'`
  const found = await db.selectFrom('settings').select(lines.as('lines')).executeTakeFirst()
  const text = found?.lines ?? '[]'
  if (read?.lines !== text) read = { lines: text, synonyms: synonymsOfLines(JSON.parse(text)) }
  return read.synonyms
}

/** Each line names one thing in several words, with commas between them. */
function synonymsOfLines(lines: readonly string[]): OwnSynonyms {
  const synonyms = new Map<string, string[]>()
  for (const line of lines) {
    const words = [...new Set(line.split(',').map(word => stem(typedTerms(word).join(''))))].filter(Boolean)
    for (const word of words) {
      const others = words.filter(other => other !== word)
      synonyms.set(word, [...new Set([...(synonyms.get(word) ?? []), ...others])])
    }
  }
  return synonyms
}
