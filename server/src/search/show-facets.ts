import { type Facets, RATING_STARS } from '@mela/contract'
import type { Database } from '../database/database.ts'
import { countOptions } from './count-options.ts'
import { type Group, listGroups, type Within } from './facets.repository.ts'
import { type ProductQuery, withSets, withSpellingCorrection } from './find-products.ts'
import { listOptionSets } from './option-sets.repository.ts'
import { priceBands, ROUND_AMOUNTS } from './price-bands.ts'
import { anywhere } from './terms.ts'

type Filter = 'category' | 'price' | 'onSale' | 'inStock' | 'rating' | 'option'

/** The filters for a query's products; each counts as if its own were not set. */
export async function showFacets(db: Database, query: ProductQuery & Within): Promise<Facets> {
  const asked = await withSets(db, query)
  const search = async (terms: string[]) => {
    const found = await listGroups(db, anywhere(terms), asked)
    return found.groups.length > 0 ? found : undefined
  }
  const { result } = await withSpellingCorrection(db, {}, query.keyword, search)
  const { groups, sets } = result ?? { groups: [], sets: [] }
  const { sets: known, values } = await listOptionSets(
    db,
    sets.map(({ id }) => id),
  )

  const { categories, steps, onSale, inStock, stars } = countGroups(groups, query)
  return {
    categories: [...categories]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([, category]) => (category.count > 0 ? [category] : [])),
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
      query.option ?? {},
    ),
  }
}

/** In one pass: a group that fails a single filter counts for the facet of that filter alone, one that fails more for none. */
function countGroups(groups: Group[], query: ProductQuery) {
  const categories = new Map<string, Facets['categories'][number]>()
  const [steps, stars] = [ROUND_AMOUNTS.map(() => 0), Array.from({ length: RATING_STARS + 1 }, () => 0)]
  const counted = { categories, steps, stars, onSale: 0, inStock: 0 }
  for (const group of groups) {
    const { id, name, slug } = group.category
    const category = categories.get(id) ?? { name, slug, count: 0 }
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

function filtersFailed(group: Group, query: ProductQuery): Filter[] {
  const failed: Filter[] = []
  if (query.category !== undefined && group.category.slug !== query.category) failed.push('category')
  if (!group.isPriceAsked) failed.push('price')
  if (query.onSale && !group.isDiscounted) failed.push('onSale')
  if (query.inStock && !group.inStock) failed.push('inStock')
  if (query.rating !== undefined && group.stars < query.rating) failed.push('rating')
  if (!group.hasOptions) failed.push('option')
  return failed
}
