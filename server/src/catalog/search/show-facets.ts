import { type Facets, fromCents, RATING_STARS } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { withPauses } from '../../platform/runtime/repeat.ts'
import { findRule } from '../collection-rows.ts'
import { countOptions, numberOptions, type OptionSet } from './count-options.ts'
import { type Group, listGroups, MOST_GROUPS } from './facet-rows.ts'
import { lookedUp, numbersOf, type ProductQuery, withSpellingCorrection } from './find-products.ts'
import type { ProductScope } from './product-index.ts'
import { readKeyword } from './read-keyword.ts'
import type { OwnSynonyms } from './synonyms.ts'
import { anywhere } from './terms.ts'

/** Twice the most sets of one request, so that a request does not empty the cache of the next one. */
const MOST_KEPT = 2 * MOST_GROUPS

const emptied = () => ({ sets: new Map<number, OptionSet>(), ...numberOptions() })

/** A set never changes, so an instance keeps those that it has read. */
const read = new WeakMap<Database, ReturnType<typeof emptied>>()

const MOST_BANDS = 5
const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8]

/** Round amounts in cents, from 0 to beyond any price. */
export const ROUND_AMOUNTS = [
  0,
  ...[2, 3, 4, 5, 6, 7, 8, 9, 10].flatMap(power => STEPS.map(step => Math.round(step * 10 ** power))),
]

type Asked = Awaited<ReturnType<typeof lookedUp<ProductQuery>>>
type Filter = 'category' | 'price' | 'onSale' | 'inStock' | 'rating' | 'option'

interface Within {
  /** The slug of a category: only its products are counted, so that no other category's rows are read. */
  within?: string | undefined
  /** The slug of a collection, likewise. */
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
  const { sets: known, values } = await listOptionSets(
    db,
    sets.map(({ id }) => id),
  )

  const { categories, steps, onSale, inStock, stars } = countGroups(groups, asked)
  return {
    categories: shownCategories(categories),
    prices: priceBands(steps),
    onSale,
    inStock,
    ratings: [4, 3, 2, 1]
      .map(least => ({ stars: least, count: stars.slice(least).reduce((sum, count) => sum + count, 0) }))
      .filter(({ count }) => count > 0),
    options: await countOptions(
      sets.flatMap(({ id, count }) => {
        const set = known.get(id)
        return set ? [{ set, count }] : []
      }),
      values,
      read.option ?? {},
    ),
  }
}

async function scopeOf(db: Database, { within, collection }: Within): Promise<ProductScope> {
  const rule = collection === undefined ? undefined : await findRule(db, collection)
  // A collection that is not there has no products.
  if (collection !== undefined && !rule) return { categories: [] }
  return { ...(within !== undefined && { categories: await numbersOf(db, within) }), ...(rule && { rule }) }
}

type Counted = Map<string, { category: Group['category']; count: number }>

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
const keyOf = ({ id, parent }: Group['category']) => (parent ? `${parent.id} ${id}` : id)

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

interface Band {
  from: number
  to: number
  count: number
}

/**
 * At most five bands of about equal weight. `counts` holds the number of prices in each step between round amounts: the
 * first from 0 to the first amount. Empty bands are left out.
 */
export function priceBands(counts: number[]): Band[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const bands: Band[] = []
  let open: Band | undefined
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

/** The sets with these ids among others, and the values that they are made of. */
async function listOptionSets(db: Database, ids: number[]) {
  const kept = read.get(db)
  const known = kept && kept.sets.size <= MOST_KEPT ? kept : emptied()
  read.set(db, known)
  const unknown = ids.filter(id => !known.sets.has(id))
  if (unknown.length === 0) return known

  const rows = await db
    .selectFrom('option_sets')
    .select(['id', 'variants'])
    .where('id', '=', sql<number>`any(${unknown})`)
    .execute()
  for await (const { id, variants } of withPauses(rows)) known.sets.set(id, known.setOf(variants))
  return known
}
