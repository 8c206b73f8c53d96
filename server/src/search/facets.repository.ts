import { HIGHEST_PRICE, toCents } from '@mela/contract'
import { sql } from 'kysely'
import type { CategoryName } from '../categories/categories.repository.ts'
import type { Database } from '../database/database.ts'
import { ROUND_AMOUNTS } from './price-bands.ts'
import { type Filters, idOfCategory, inIndex, setsWith } from './product-index.repository.ts'
import type { Match } from './terms.ts'

/** The number of found products that are equal in all filters. */
export interface Group {
  category: CategoryName
  /** The step between round amounts that holds the price. */
  priceStep: number
  isPriceAsked: boolean
  stars: number
  isDiscounted: boolean
  /** With chosen options: whether a variant that has them is in stock. */
  inStock: boolean
  /** Whether a variant has the chosen options. */
  hasOptions: boolean
  count: number
}

/** Of both kinds. There are thousands where products have values of their own, such as names of colours. */
export const MOST_GROUPS = 20_000

// One number for all but the category: grouping by it takes half the time of grouping by its parts.
const priceStep = sql`(width_bucket(price_cents, ${sql.lit(`{${ROUND_AMOUNTS}}`)}::bigint[]) - 1)`
const alike = sql`${priceStep} * 128 + floor(rating_average)::int * 16 + is_discounted::int * 8`

/** Found products by what is equal of them: by all filters but those by options, and by what there is to choose of them. */
export interface Groups {
  groups: Group[]
  /** Of the products that pass all filters but those by options: how many have each set of options; the most frequent sets. */
  sets: { id: number; count: number }[]
}

export interface Within {
  /** The slug of a category: its products are counted alone, which costs a page of one category no look at the others. */
  within?: string | undefined
}

/** All matches, regardless of filters, in groups: by category in the order of their creation. */
export async function listGroups(db: Database, match: Match, filters: Filters & Within): Promise<Groups> {
  const { option } = filters
  const isIn = (set: 'offered_set' | 'stocked_set') =>
    option ? sql`coalesce(${sql.ref(set)} in (${setsWith(db, option)}), false)` : undefined
  const found = inIndex(db, {}, { category: filters.within }, match).select([
    'category_id',
    sql<number>`${alike} + ${isIn('stocked_set') ?? sql`in_stock`}::int * 4
      + ${isIn('offered_set') ?? sql.lit(true)}::int * 2 + ${isPriceAsked(filters)}::int`.as('alike'),
    sql<number>`case when ${passesAll(db, filters)} then ${sql.ref(filters.inStock ? 'stocked_set' : 'offered_set')} end`.as(
      'set',
    ),
  ])
  // One scan for both kinds of groups.
  const grouped = db
    .selectFrom(found.as('found'))
    .select(['category_id', 'alike', 'set'])
    .select(eb => eb.fn.countAll<number>().as('count'))
    .groupBy(sql`grouping sets ((category_id, alike), (set))`)
  const rows = await db
    .selectFrom(grouped.as('grouped'))
    .leftJoin('categories', 'categories.id', 'grouped.category_id')
    .select(['categories.id', 'categories.name', 'categories.slug', 'alike', 'set', 'count'])
    .orderBy('categories.id')
    .orderBy('count', 'desc')
    .orderBy('set')
    .limit(MOST_GROUPS)
    .execute()
  return {
    groups: rows.flatMap(({ alike, count, id, name, slug }) =>
      id === null || name === null || slug === null ? [] : groupOf(alike, count, { id, name, slug }),
    ),
    sets: rows.flatMap(({ set, count }) => (set === null ? [] : { id: set, count })),
  }
}

const groupOf = (alike: number, count: number, category: CategoryName): Group => ({
  category,
  count,
  priceStep: alike >> 7,
  stars: (alike >> 4) & 7,
  isDiscounted: (alike & 8) > 0,
  inStock: (alike & 4) > 0,
  hasOptions: (alike & 2) > 0,
  isPriceAsked: (alike & 1) > 0,
})

/** Whether a row passes the filters but those by options; stock is a matter of its sets. */
function passesAll(db: Database, filters: Filters) {
  const { category, onSale, rating } = filters
  return sql.join(
    [
      isPriceAsked(filters),
      ...(category === undefined ? [] : [sql`category_id = (${idOfCategory(db, category)})`]),
      ...(onSale ? [sql`is_discounted`] : []),
      ...(rating === undefined ? [] : [sql`rating_average >= ${rating}`]),
    ],
    sql` and `,
  )
}

function isPriceAsked({ minPrice, maxPrice }: Filters) {
  if (minPrice === undefined && maxPrice === undefined) return sql.lit(true)
  const [from, to] = [toCents(minPrice ?? 0), toCents(maxPrice ?? HIGHEST_PRICE)]
  return sql`(price_cents between ${from}::bigint and ${to}::bigint)`
}
