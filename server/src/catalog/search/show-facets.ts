import { type Facets, fromCents, HIGHEST_PRICE, RATING_STARS, toCents } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { findShown } from '../collections.ts'
import { countOptions } from './count-options.ts'
import { lookedUp, numbersOf, type ProductQuery, withSpellingCorrection } from './find-products.ts'
import { type Filters, inIndex, inSets, type ProductScope } from './product-index.ts'
import { readKeyword } from './read-keyword.ts'
import type { OwnSynonyms } from './synonyms.ts'
import { anywhere, type Match } from './terms.ts'

/** The most groups and sets together: there are thousands where each product has a colour of its own. */
const MOST_GROUPS = 20_000

const MOST_BANDS = 5
const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8]

export const ROUND_AMOUNTS = [
  0,
  ...[2, 3, 4, 5, 6, 7, 8, 9, 10].flatMap(power => STEPS.map(step => Math.round(step * 10 ** power))),
]

type Asked = Awaited<ReturnType<typeof lookedUp<ProductQuery>>>
type Filter = 'category' | 'price' | 'onSale' | 'inStock' | 'rating' | 'option'

interface Within {
  /** The slug of a category: only its products are counted, so that no other category's rows are read. */
  within?: string | undefined
  collection?: string | undefined
}

/** The filters for a query's products; each counts as if its own were not set. */
export async function showFacets(db: Database, query: ProductQuery & Within): Promise<Facets> {
  const { query: read, scope } = await readKeyword(db, await scopeOf(db, query), query)
  const asked = await lookedUp(db, read)
  const search = async (terms: string[], own: OwnSynonyms) => {
    const found = await listGroups(db, anywhere(terms, own), scope, asked)
    return found.groups.length > 0 ? found : undefined
  }
  const { result } = await withSpellingCorrection(db, scope, read.keyword, search)
  const { groups, sets } = result ?? { groups: [], sets: [] }
  const { categories, steps, onSale, inStock, stars } = countGroups(groups, asked)
  return {
    categories: shownCategories(categories),
    prices: priceBands(steps),
    onSale,
    inStock,
    ratings: [4, 3, 2, 1]
      .map(least => ({ stars: least, count: stars.slice(least).reduce((sum, count) => sum + count, 0) }))
      .filter(({ count }) => count > 0),
    options: await countOptions(db, sets, read.option ?? {}),
  }
}

async function scopeOf(db: Database, { within, collection }: Within): Promise<ProductScope> {
  const rule = collection === undefined ? undefined : await findShown(db, collection)
  // A collection that is not there has no products.
  if (collection !== undefined && !rule) return { categories: [] }
  return { ...(within !== undefined && { categories: await numbersOf(db, within) }), ...(rule && { rule }) }
}

type Counted = Map<string, { category: Category; count: number }>

/** A parent counts the products of its children, too, and comes before them. */
function shownCategories(counted: Counted): Facets['categories'] {
  const shown = new Map<string, Facets['categories'][number]>()
  const ordered = [...counted.values()].sort((one, other) => (keyOf(one.category) < keyOf(other.category) ? -1 : 1))
  for (const { category, count } of ordered) {
    if (count === 0 || category.isHidden) continue
    const { name, slug, parent } = category
    if (parent) {
      const above = shown.get(parent.id) ?? { name: parent.name, slug: parent.slug, count: 0 }
      shown.set(parent.id, { ...above, count: above.count + count })
    }
    shown.set(category.id, { name, slug, count, ...(parent && { parent: parent.slug }) })
  }
  return [...shown.values()]
}

/** Sorts by the age of the parent, then of the category. */
const keyOf = ({ id, parent }: Category) => (parent ? `${parent.id} ${id}` : id)

/** A group that fails one filter counts for that filter's facet only; a group that fails more counts for none. */
function countGroups(groups: Group[], query: Asked) {
  const categories: Counted = new Map()
  const [steps, stars] = [ROUND_AMOUNTS.map(() => 0), Array.from({ length: RATING_STARS + 1 }, () => 0)]
  const counted = { categories, steps, stars, onSale: 0, inStock: 0 }
  for (const group of groups) {
    const { id } = group.category
    const category = categories.get(id) ?? { category: group.category, count: 0 }
    categories.set(id, category)
    const failed = filtersFailed(group, query)
    if (failed.length > 1) continue
    const isCountedFor = (filter: Filter) => failed.length === 0 || failed[0] === filter
    if (isCountedFor('category')) category.count += group.count
    if (isCountedFor('price')) steps[group.priceStep] = (steps[group.priceStep] ?? 0) + group.count
    if (isCountedFor('onSale') && group.isDiscounted) counted.onSale += group.count
    if (isCountedFor('inStock') && group.inStock) counted.inStock += group.count
    if (isCountedFor('rating')) stars[group.stars] = (stars[group.stars] ?? 0) + group.count
  }
  return counted
}

function filtersFailed(group: Group, query: Asked): Filter[] {
  const failed: Filter[] = []
  if (query.categories && !query.categories.includes(group.category.number)) failed.push('category')
  if (!group.isPriceAsked) failed.push('price')
  if (query.onSale && !group.isDiscounted) failed.push('onSale')
  if (query.inStock && !group.inStock) failed.push('inStock')
  if (query.rating !== undefined && group.stars < query.rating) failed.push('rating')
  if (!group.hasOptions) failed.push('option')
  return failed
}

/**
 * At most five bands of about equal weight. `counts` holds the number of prices in each step between round amounts: the
 * first from 0 to the first amount. Empty bands are left out.
 */
function priceBands(counts: number[]): Facets['prices'] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const bands: Facets['prices'] = []
  let open: Facets['prices'][number] | undefined
  let seen = 0
  for (const [step, count] of counts.entries()) {
    const [from = 0, to = 0] = ROUND_AMOUNTS.slice(step, step + 2).map(fromCents)
    if (!open && count === 0) continue
    open = { from: open?.from ?? from, to: count > 0 ? to : (open?.to ?? to), count: (open?.count ?? 0) + count }
    seen += count
    if (seen >= ((bands.length + 1) * total) / MOST_BANDS) {
      bands.push(open)
      open = undefined
    }
  }
  return bands
}

/** All matches, regardless of filters, in groups; and the most frequent sets of options of those that pass all others. */
async function listGroups(db: Database, match: Match, scope: ProductScope, filters: Filters) {
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

/** By their numbers; a child of a hidden category is hidden. */
async function listNumbered(db: Database) {
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

type Category = NonNullable<ReturnType<Awaited<ReturnType<typeof listNumbered>>['get']>>
type Group = ReturnType<typeof groupOf>

/** The number of found products that are equal in all filters. */
const groupOf = (alike: number, count: number, category: Category) => ({
  category,
  count,
  priceStep: alike >> 7,
  stars: (alike >> 4) & 7,
  isDiscounted: (alike & 8) > 0,
  /** With chosen options, whether a variant that has them is in stock. */
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
