import type { Facets } from '@mela/contract'
import type { Database } from '../database/database.ts'
import { countOptions } from './count-options.ts'
import { type Group, listGroups } from './facets.repository.ts'
import { type ProductQuery, withSpellingCorrection } from './find-products.ts'
import { listOptionSets } from './option-sets.repository.ts'
import { priceBands, ROUND_AMOUNTS } from './price-bands.ts'
import { anywhere } from './terms.ts'

type Filter = 'category' | 'price' | 'onSale' | 'inStock' | 'rating' | 'option'
/** Which filters a group passes. */
type Passes = Record<Filter, boolean>

/** The filters for a query's products; each counts as if its own were not set. */
export async function showFacets(db: Database, query: ProductQuery): Promise<Facets> {
  const search = async (terms: string[]) => {
    const found = await listGroups(db, anywhere(terms), query)
    return found.groups.length > 0 ? found : undefined
  }
  const { result } = await withSpellingCorrection(db, {}, query.keyword, search)
  const { groups, sets } = result ?? { groups: [], sets: [] }
  const variants = await listOptionSets(
    db,
    sets.map(({ id }) => id),
  )

  const categories = new Map(groups.map(({ category }) => [category.id, category]))
  const passing = groups.map(group => ({ group, passes: filtersPassed(group, query) }))
  const countWithout = (own: Filter, isCounted: (group: Group) => boolean) =>
    passing
      .filter(({ group, passes }) => isCounted(group) && passesOthers(passes, own))
      .reduce((sum, { group }) => sum + group.count, 0)

  return {
    categories: [...categories.values()]
      .map(({ id, name, slug }) => ({ name, slug, count: countWithout('category', group => group.category.id === id) }))
      .filter(({ count }) => count > 0),
    prices: priceBands(ROUND_AMOUNTS.map((_, step) => countWithout('price', group => group.priceStep === step))),
    onSale: countWithout('onSale', group => group.isDiscounted),
    inStock: countWithout('inStock', group => group.inStock),
    ratings: [4, 3, 2, 1]
      .map(stars => ({ stars, count: countWithout('rating', group => group.stars >= stars) }))
      .filter(({ count }) => count > 0),
    options: countOptions(
      sets.map(({ id, count }) => ({ variants: variants.get(id) ?? [], count })),
      query.option ?? {},
    ),
  }
}

function filtersPassed(group: Group, query: ProductQuery): Passes {
  return {
    category: query.category === undefined || group.category.slug === query.category,
    price: group.isPriceAsked,
    onSale: !query.onSale || group.isDiscounted,
    inStock: !query.inStock || group.inStock,
    rating: query.rating === undefined || group.stars >= query.rating,
    option: group.hasOptions,
  }
}

const filters: Filter[] = ['category', 'price', 'onSale', 'inStock', 'rating', 'option']
const passesOthers = (passes: Passes, own: Filter) => filters.every(filter => filter === own || passes[filter])
