import { type ListQuery, MOST_FOUND } from '@mela/contract'
import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './tables.ts'

/** That a text in lower case holds every word of the keyword, taken literally (B93). */
type Holds = (text: Expression<string>) => Expression<SqlBool>[]

interface Reading<Found> {
  most?: number
  /** Another order than newest first; an index has to hold it. */
  order?: (found: Found) => Found
}

/**
 * One page of a long list, newest first: its ids, which are narrow to read, and how many there are; of those with a keyword
 * `most` at the most. `find` selects the ids in no order; a trigram index on the text makes rare words quick.
 */
export async function findIds<From extends keyof Tables>(
  db: Database,
  { page, size, keyword }: ListQuery,
  find: (holds: Holds) => SelectQueryBuilder<Tables, From, { id: string }>,
  reading: Reading<SelectQueryBuilder<Tables, From, { id: string }>> = {},
): Promise<{ ids: string[]; total: number }> {
  const { most = MOST_FOUND, order = newestFirst } = reading
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean)
  const named = find(text => words.map(word => (isIndexed(word) ? contains(text, word) : occursIn(text, word))))
  const counted = words.length > 0 ? named.limit(most) : named
  const { total } = await db
    .selectFrom(counted.as('found'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()

  const offset = (page - 1) * size
  if (offset >= total) return { ids: [], total }
  // Words that are everywhere are met soon among the newest; the index would bring all of their rows to be put in order.
  const isCommon = words.length > 0 && total === most
  const found = isCommon ? find(text => words.map(word => occursIn(text, word))) : named
  const rows = await order(found)
    .limit(Math.min(size, total - offset))
    .offset(offset)
    .execute()
  return { ids: rows.map(({ id }) => id), total }
}

/** Shorter words have no trigram, and the index would be read as a whole for them. */
const isIndexed = (word: string) => word.length >= 3

const contains = (text: Expression<string>, word: string) =>
  sql<SqlBool>`${text} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`

const occursIn = (text: Expression<string>, word: string) => sql<SqlBool>`strpos(${text}, ${word}) > 0`

/** The name that the list gives to its ids. */
const newestFirst = <Found extends { orderBy(by: Expression<unknown>, direction: 'desc'): Found }>(found: Found) =>
  found.orderBy(sql.ref('id'), 'desc')

/** Rows in the order of the ids that a page was found by. */
export function inOrder<Row extends { id: string }>(ids: string[], rows: Row[]): Row[] {
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}
