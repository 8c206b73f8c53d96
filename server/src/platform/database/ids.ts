import { randomBytes } from 'node:crypto'
import { type ListQuery, MOST_FOUND } from '@mela/contract'
import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { fold } from '../runtime/fold.ts'
import type { Database } from './database.ts'
import type { Tables } from './tables.ts'

let lastTime = 0
let counter = 0

/** 12 digits of milliseconds, 4 of a counter, 8 random: ids sort by time. */
export function newId(): string {
  const now = Math.max(Date.now(), lastTime)
  counter = now === lastTime ? counter + 1 : 0
  // 65536 ids within one millisecond borrow from the next.
  lastTime = counter > 0xffff ? now + 1 : now
  if (counter > 0xffff) counter = 0
  return idOf(lastTime, counter)
}

export function idAt(time: Date): string {
  return idOf(time.getTime(), 0)
}

function idOf(milliseconds: number, count: number): string {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
  return hex(milliseconds, 12) + hex(count, 4) + randomBytes(4).toString('hex')
}

type Holds = (text: Expression<string>) => Expression<SqlBool>[]

interface Reading<Found> {
  most?: number
  /** An order other than newest first needs an index. */
  order?: (found: Found) => Found
}

export async function countRows<All, From extends keyof All>(
  rows: SelectQueryBuilder<All, From, object>,
): Promise<number> {
  const counted = rows.select(({ fn }) => fn.countAll<number>().as('count')).$castTo<{ count: number }>()
  return (await counted.executeTakeFirstOrThrow()).count
}

/** `find` selects ids unsorted; a trigram index finds rare words fast. A keyword's total is at most `most`. */
export async function findIds<From extends keyof Tables>(
  db: Database,
  { page, size, keyword }: ListQuery,
  find: (holds: Holds) => SelectQueryBuilder<Tables, From, { id: string }>,
  reading: Reading<SelectQueryBuilder<Tables, From, { id: string }>> = {},
): Promise<{ ids: string[]; total: number }> {
  const { most = MOST_FOUND, order = newestFirst } = reading
  const words = keyword.split(/\s+/).map(fold).filter(Boolean)
  const found = find(text => words.map(word => contains(text, word)))
  const total = await countRows(db.selectFrom((words.length > 0 ? found.limit(most) : found).as('found')))
  const offset = (page - 1) * size
  if (offset >= total) return { ids: [], total }

  const rows = await order(found)
    .limit(Math.min(size, total - offset))
    .offset(offset)
    .execute()
  return { ids: rows.map(({ id }) => id), total }
}

const contains = (text: Expression<string>, word: string) =>
  sql<SqlBool>`${text} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`

const newestFirst = <Found extends { orderBy(by: Expression<unknown>, direction: 'desc'): Found }>(found: Found) =>
  found.orderBy(sql.ref('id'), 'desc')

export function inOrder<Row extends { id: string }>(ids: string[], rows: Row[]): Row[] {
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}
