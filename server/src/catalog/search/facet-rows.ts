import { HIGHEST_PRICE, toCents } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { CategoryName } from '../categories.ts'
import { type Filters, inIndex, inSets, type ProductScope } from './product-index.ts'
import type { Match } from './terms.ts'

interface NumberedCategory extends CategoryName {
  number: number
  /** The category or its parent is hidden. */
  isHidden: boolean
  parent: CategoryName | null
}

/** The number of found products that are equal in all filters. */
export interface Group {
  category: NumberedCategory
  /** The index of the price's step between round amounts. */
  priceStep: number
  isPriceAsked: boolean
  stars: number
  isDiscounted: boolean
  /** Whether the product is in stock; with chosen options, whether a variant that has them is. */
  inStock: boolean
  /** Whether a variant has the chosen options. */
  hasOptions: boolean
  count: number
}

/** The most groups and sets together: there are thousands where each product has a colour of its own. */
export const MOST_GROUPS = 20_000

/** The found products, counted by their filters except options, and by their sets of options. */
export interface Groups {
  groups: Group[]
  /** The most frequent sets of options among products that pass all other filters, with the number of products. */
  sets: { id: number; count: number }[]
}

/** All matches, regardless of filters, in groups. */
export async function listGroups(db: Database, match: Match, scope: ProductScope, filters: Filters): Promise<Groups> {
  const [categories, rows] = await Promise.all([listNumbered(db), countAlike(db, match, scope, filters)])
  return {
    groups: rows.flatMap(({ alike, count }) => {
      const category = alike === null ? undefined : categories.get(Math.floor(alike / OF_CATEGORY))
      return category && alike !== null ? [groupOf(alike % OF_CATEGORY, count, category)] : []
    }),
    sets: rows.flatMap(({ set, count }) => (set === null ? [] : [{ id: set, count }])),
  }
}

/** Counts rows by facet and by option set. Of the facet, bits 0 and 1 are free and set here; bit 2 is `inStock`. */
function countAlike(db: Database, match: Match, scope: ProductScope, filters: Filters) {
  const { sets, inStock } = filters
  const facet = sets
    ? sql`(facet & ~4) + case when ${inSets(sets, true)} then 6 when ${inSets(sets)} then 2 else 0 end`
    : sql`facet + 2`
  const found = inIndex(db, scope, {}, match).select([
    sql<number | null>`${facet} + ${isPriceAsked(filters)}::int`.as('alike'),
    sql<number | null>`case when ${passesAll(filters)} then ${sql.ref(inStock ? 'stocked_set' : 'offered_set')} end`.as(
      'set',
    ),
  ])
  // One scan counts both groups and sets.
  return db
    .selectFrom(found.as('found'))
    .select(['alike', 'set'])
    .select(eb => eb.fn.countAll<number>().as('count'))
    .groupBy(sql`grouping sets ((alike), (set))`)
    .orderBy(sql`alike is null, count desc, set`)
    .limit(MOST_GROUPS)
    .execute()
}

async function listNumbered(db: Database): Promise<Map<number, NumberedCategory>> {
  const rows = await db
    .selectFrom('categories')
    .select(['number', 'id', 'name', 'slug', 'parent_id', 'is_hidden'])
    .execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  return new Map(
    rows.map(({ parent_id, is_hidden, ...row }) => {
      const parent = byId.get(parent_id ?? '') ?? null
      return [row.number, { ...row, parent, isHidden: is_hidden || (parent?.is_hidden ?? false) }]
    }),
  )
}

/** A facet is the category's number times this, plus the other filters. */
const OF_CATEGORY = 2 ** 14

const groupOf = (alike: number, count: number, category: NumberedCategory): Group => ({
  category,
  count,
  priceStep: alike >> 7,
  stars: (alike >> 4) & 7,
  isDiscounted: (alike & 8) > 0,
  inStock: (alike & 4) > 0,
  hasOptions: (alike & 2) > 0,
  isPriceAsked: (alike & 1) > 0,
})

/** Whether a row passes all filters except options and stock. Compares the facet, for scans of a narrow index. */
function passesAll(filters: Filters) {
  const { categories, onSale, rating } = filters
  return sql.join(
    [
      isPriceAsked(filters),
      ...(categories ? [sql`facet / ${sql.lit(OF_CATEGORY)} = any(${categories}::bigint[])`] : []),
      ...(onSale ? [sql`facet & 8 > 0`] : []),
      ...(rating === undefined ? [] : [sql`facet / 16 % 8 >= ${rating}::int`]),
    ],
    sql` and `,
  )
}

function isPriceAsked({ minPrice, maxPrice }: Filters) {
  if (minPrice === undefined && maxPrice === undefined) return sql.lit(true)
  const [from, to] = [toCents(minPrice ?? 0), toCents(maxPrice ?? HIGHEST_PRICE)]
  return sql`(price_cents between ${from}::bigint and ${to}::bigint)`
}
