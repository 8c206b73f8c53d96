import { type CollectionRule, type ProductFilters, type ProductSort, toCents } from '@mela/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { firstIdOfLastDays } from '../../platform/database/days.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { inCategory, type Match, tagged } from './terms.ts'

// Why values are hidden from PostgreSQL's planner, by `(select …)` and `offset 0`: docs/decisions/0007-search.md.

/** The products of a list before filters: active ones unless specified. */
export interface ProductScope {
  categories?: readonly number[]
  rule?: CollectionRule | undefined
  onSale?: true
  isHidden?: true
  among?: string[]
}

export interface Filters extends Partial<Omit<ProductFilters, 'sort' | 'option' | 'read' | 'plain'>> {
  sets?: readonly number[] | undefined
  categories?: readonly number[] | undefined
  withoutPicture?: boolean | undefined
}
type Wanted = [scope: ProductScope, filters: Filters, match: Match]

/** Relevance is the order of several concatenated lists of matches. */
type IndexOrder = Exclude<ProductSort, 'relevance'>

type IndexRows = SelectQueryBuilder<Tables, 'product_index', object>

// Literals rather than parameters, so that prepared statements can use the partial indexes.
const isActive = sql<boolean>`product_index.is_active`
const isHidden = sql<boolean>`not product_index.is_active`
const isBare = sql<boolean>`product_index.product_id in (select id from products where thumbnail_id is null)`

const orders: Record<IndexOrder, ReturnType<typeof sql>> = {
  newest: sql`product_id desc`,
  'price-asc': sql`price_cents, product_id desc`,
  'price-desc': sql`price_cents desc, product_id desc`,
  rating: sql`rating_average desc, product_id desc`,
}

/** The rows of a list that have one term of each word. */
export function inIndex(db: Database, scope: ProductScope, filters: Filters, match: Match): IndexRows {
  const ofSets = match.length > 0 ? inIndexedSets : inSets
  return applyFilters(db.selectFrom('product_index'), [scope, filters, match], ofSets)
}

/** Up to this many are compared one by one. */
const FEW_SETS = 100

type OfSets = (sets: readonly number[], inStock?: boolean) => ReturnType<typeof sql<boolean>>

export const inSets: OfSets = (sets, inStock) => {
  const set = sql.ref(inStock ? 'stocked_set' : 'offered_set')
  const isFew = sets.length <= FEW_SETS
  return isFew ? sql`${set} = any(${sets}::int[])` : sql`${set} in (select unnest(${sets}::int[]))`
}

/** Met in the index of terms, before any row is visited. */
const inIndexedSets: OfSets = (sets, inStock) =>
  sets.length <= FEW_SETS
    ? sql`array[offered_set, -stocked_set] && (select ${inStock ? sets.map(id => -id) : sets}::int[])`
    : inSets(sets, inStock)

/** Rows scanned in their order before all matches are sorted: terms take longer to compare than other columns. */
const FIRST_ROWS = 500
const MORE_ROWS = 5000

/** The list's rows among the first rows of the whole index. */
function amongFirst(db: Database, [order, count]: [IndexOrder, number], wanted: Wanted): IndexRows {
  const first = db.selectFrom('product_index').selectAll().where(isActive).orderBy(orders[order]).limit(sql.lit(count))
  return applyFilters(db.selectFrom(first.as('product_index')), wanted, inSets)
}

function applyFilters(all: IndexRows, [scope, filters, match]: Wanted, ofSets: OfSets): IndexRows {
  let rows = all.where(scope.isHidden ? isHidden : isActive)
  if (scope.categories) rows = rows.where(inCategories(scope.categories))
  if (scope.among) rows = rows.where('product_index.product_id', '=', sql<string>`any(${scope.among})`)
  if (scope.rule) rows = meetingRule(rows, scope.rule)
  if (scope.onSale || filters.onSale) rows = rows.where(sql<boolean>`product_index.is_discounted`)
  if (filters.categories) rows = rows.where(inCategories(filters.categories))
  if (filters.minPrice !== undefined) rows = rows.where('product_index.price_cents', '>=', toCents(filters.minPrice))
  if (filters.maxPrice !== undefined) rows = rows.where('product_index.price_cents', '<=', toCents(filters.maxPrice))
  if (filters.sets) rows = rows.where(ofSets(filters.sets, filters.inStock))
  else if (filters.inStock) rows = rows.where(sql<boolean>`product_index.in_stock`)
  if (filters.rating !== undefined) rows = rows.where('product_index.rating_average', '>=', filters.rating)
  if (filters.withoutPicture) rows = rows.where(isBare)
  const terms = filters.category !== undefined && match.length > 0 ? [...match, inCategory(filters.category)] : match
  return terms.length > 0 ? rows.where(meets(terms)) : rows
}

/** A subquery hides the terms from the planner, which for common terms would read all rows. */
const meets = (match: Match) =>
  sql<boolean>`${sql.join(
    match.map(anyOf => sql`product_index.terms && (select ${anyOf}::int[])`),
    sql` and `,
  )}`

/** A single number is hidden from the planner, so that each category has the plan that reads products in order. */
const inCategories = (numbers: readonly number[]) =>
  numbers.length === 1
    ? sql<boolean>`category_number = (select ${numbers[0]}::int)`
    : sql<boolean>`category_number = any(${numbers}::int[])`

/** The one place that knows what the rule of a collection means: lists, counts and facets have it. */
function meetingRule(all: IndexRows, { maxPrice, newDays, tag, onSale }: CollectionRule): IndexRows {
  let rows = all
  if (maxPrice !== null) rows = rows.where('product_index.price_cents', '<=', toCents(maxPrice))
  if (newDays !== null) rows = rows.where('product_index.product_id', '>=', firstIdOfLastDays(newDays))
  if (tag !== null) rows = rows.where(meets([tagged(tag)]))
  return onSale ? rows.where(sql<boolean>`product_index.is_discounted`) : rows
}

/** Enough to find a word that every tenth product has. */
const NEWEST_ROWS = 100

/** Whether anything matches; a common match is found among the newest. */
export async function hasMatch(db: Database, scope: ProductScope, match: Match): Promise<boolean> {
  const newest = amongFirst(db, ['newest', NEWEST_ROWS], [scope, {}, match])
  const { rows } = await sql<{ has: boolean }>`
    with matching as materialized (${inIndex(db, scope, {}, match).select(sql.lit(1).as('one'))})
    select ${scope.isHidden ? sql.lit(false) : sql`exists (${newest.select(sql.lit(1).as('one'))})`}
      or exists (select from matching) as has`.execute(db)
  return rows[0]?.has ?? false
}

const ENOUGH = 100

export async function countSome(db: Database, some: IndexRows): Promise<number> {
  // A materialized part is planned as if all of it were read; otherwise the planner reads rows one by one, expecting
  // early matches.
  const { rows } = await sql<{ count: number }>`
    with matching as materialized (${some.select(sql.lit(1).as('one'))})
    select count(*)::int as count from (select from matching limit ${sql.lit(ENOUGH)}) as enough`.execute(db)
  return rows[0]?.count ?? 0
}

interface PageRequest {
  order: IndexOrder
  limit: number
  offset?: number
}

/** A page of ids in this order, which no plan depends on: hidden, the page does not have each list planned anew. */
export async function listIds(rows: IndexRows, { order, limit, offset = 0 }: PageRequest): Promise<string[]> {
  const ordered = await rows
    .select('product_index.product_id')
    .orderBy(orders[order])
    .limit(sql<number>`(select ${limit}::bigint)`)
    .offset(sql<number>`(select ${offset}::bigint)`)
    .execute()
  return ordered.map(({ product_id }) => product_id)
}

/** From this many matches on, the first rows of the index probably hold a page of them. */
const MANY = 2000

/** A page of matching ids; `total` is their maximum number. */
export async function listMatchingIds(db: Database, wanted: Wanted, request: PageRequest, total: number) {
  const [scope, , match] = wanted
  if (total > MANY && !scope.isHidden) {
    for (const count of match.length > 0 ? [FIRST_ROWS] : [FIRST_ROWS, MORE_ROWS]) {
      const ids = await listIds(amongFirst(db, [request.order, count], wanted), request)
      if (ids.length === request.limit) return ids
    }
  }
  return sortMatchingIds(db, wanted, request)
}

export function sortMatchingIds(db: Database, [scope, filters, match]: Wanted, request: PageRequest) {
  // Filters before sorting: the planner would rather scan the whole index in its order, hoping for early matches.
  const matching = inIndex(db, scope, filters, match).selectAll().offset(sql.lit(0))
  return listIds(db.selectFrom(matching.as('product_index')), request)
}

/**
 * The matches among the newest rows, newest first, each with the index of the first of `matches` that it meets; the
 * last one includes the others. Empty when there are few matches.
 */
export async function listNewestByKind(
  db: Database,
  [scope, filters, matches]: [ProductScope, Filters, Match[]],
  total: number,
): Promise<{ id: string; kind: number }[]> {
  if (total <= MANY || scope.isHidden) return []
  const kinds = matches.slice(0, -1).map((match, kind) => sql`when ${meets(match)} then ${sql.lit(kind)}`)
  return amongFirst(db, ['newest', FIRST_ROWS], [scope, filters, matches.at(-1) ?? []])
    .select('product_index.product_id as id')
    .select(sql<number>`case ${sql.join(kinds, sql` `)} else ${sql.lit(kinds.length)} end`.as('kind'))
    .orderBy(orders.newest)
    .execute()
}

/** The newest matches, at most `most`, each with those of its terms that were searched. */
export function listMatchedTerms(db: Database, [scope, filters, match]: Wanted, most: number) {
  const matching = inIndex(db, scope, filters, match).selectAll().offset(sql.lit(0))
  const matched = sql<number[]>`array(
    select term from unnest(product_index.terms) as term where term = any(${match.flat()}::int[]))`
  return db
    .selectFrom(matching.as('product_index'))
    .select(['product_index.product_id as id', matched.as('matched')])
    .orderBy(orders.newest)
    .limit(sql.lit(most))
    .execute()
}
