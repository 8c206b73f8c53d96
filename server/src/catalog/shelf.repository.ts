import { type ProductSort, type ShelfQuery, toCents } from '@mela/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
import type { Match } from './terms.ts'

/** Which products a list is about, before anybody narrows it: those on the shelf unless said otherwise. */
export interface Shelf {
  categoryId?: string
  onSale?: true
  isHidden?: true
}

export type Filters = Partial<Omit<ShelfQuery, 'sort'>>
/** As relevance is the order in which the matches of several lists follow each other. */
export type ShelfOrder = Exclude<ProductSort, 'relevance'>

type ShelfRows = SelectQueryBuilder<Tables, 'shelf', object>

// Written out rather than as parameters, so that prepared statements can use the partial indexes.
const isActive = sql<boolean>`shelf.is_active`
const isHidden = sql<boolean>`not shelf.is_active`

const orders: Record<ShelfOrder, ReturnType<typeof sql>> = {
  newest: sql`product_id desc`,
  'price-asc': sql`price_cents, product_id desc`,
  'price-desc': sql`price_cents desc, product_id desc`,
  rating: sql`rating_average desc, product_id desc`,
}

/** The rows of a list that hold one term of each word. */
export function onShelf(db: Database, shelf: Shelf, filters: Filters, match: Match): ShelfRows {
  let rows: ShelfRows = db.selectFrom('shelf').where(shelf.isHidden ? isHidden : isActive)
  if (shelf.categoryId) rows = rows.where('shelf.category_id', '=', shelf.categoryId)
  if (shelf.onSale || filters.onSale) rows = rows.where(sql<boolean>`shelf.is_discounted`)
  if (filters.category !== undefined) rows = rows.where('shelf.category_id', '=', idOfCategory(db, filters.category))
  if (filters.minPrice !== undefined) rows = rows.where('shelf.price_cents', '>=', toCents(filters.minPrice))
  if (filters.maxPrice !== undefined) rows = rows.where('shelf.price_cents', '<=', toCents(filters.maxPrice))
  if (filters.inStock) rows = rows.where(sql<boolean>`shelf.in_stock`)
  if (filters.rating !== undefined) rows = rows.where('shelf.rating_average', '>=', filters.rating)
  // A subquery hides the terms from the planner, which otherwise takes common ones for a reason to read all rows.
  for (const terms of match) rows = rows.where(sql<boolean>`shelf.terms && (select ${terms}::int[])`)
  return rows
}

const idOfCategory = (db: Database, slug: string) =>
  db.selectFrom('categories').select('categories.id').where('categories.slug', '=', slug.replaceAll('\0', ''))

export async function countRows(rows: ShelfRows): Promise<number> {
  const { total } = await rows.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return total
}

export async function hasRows(rows: ShelfRows): Promise<boolean> {
  const first = await rows.select('shelf.product_id').limit(1).executeTakeFirst()
  return first !== undefined
}

const ENOUGH = 100

/** How many rows each of these has, up to a hundred. */
export async function countSome(db: Database, lists: ShelfRows[]): Promise<number[]> {
  const counts = lists.map(
    rows => sql`(select count(*) from (${rows.select(sql.lit(1).as('one')).limit(ENOUGH)}) as enough)`,
  )
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}]::int[] as counts`.execute(db)
  return rows[0]?.counts ?? []
}

/** The ids of one part of a list, in this order. */
export async function listIds(
  rows: ShelfRows,
  order: ShelfOrder,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<string[]> {
  const ordered = await rows.select('shelf.product_id').orderBy(orders[order]).limit(limit).offset(offset).execute()
  return ordered.map(({ product_id }) => product_id)
}
