import type { Suggestions } from '@mela/contract'
import type { Database } from '../platform/database/database.ts'
import { type CategoryBranch, listFullCategories, listShownBranches } from './categories.ts'
import { listCards } from './product-rows.ts'
import { isUnspaced, stem, typedTerms, writtenTerms } from './search/analyzer.ts'
import { findProducts } from './search/find-products.ts'
import { countRows, inIndex } from './search/product-index.ts'

const MOST_PRODUCTS = 6
const MOST_CATEGORIES = 3
/** The screen does not show totals, so counting stops here. */
const MOST_COUNTED = 3000

export async function suggest(db: Database, keyword: string): Promise<Suggestions> {
  if (typedTerms(keyword).length === 0) return { products: [], categories: [] }

  const query = { keyword, page: 1, size: MOST_PRODUCTS }
  const { ids, total: _, ...instead } = await findProducts(db, {}, query, MOST_COUNTED)
  const words = typedTerms(instead.correction ?? instead.partial ?? keyword)
  const [products, categories] = await Promise.all([listCards(db, ids), listCategoriesNamed(db, words)])
  const isNothing = products.length === 0 && categories.length === 0
  return { products, categories: isNothing ? await listFullCategories(db) : categories, ...instead }
}

async function listCategoriesNamed(db: Database, words: string[]): Promise<Suggestions['categories']> {
  const all = await listShownBranches(db)
  const named = all.filter(({ name }) => words.some(word => names(name, word))).slice(0, MOST_CATEGORIES)
  return withCounts(db, named)
}

const withCounts = (db: Database, categories: CategoryBranch[]): Promise<Suggestions['categories']> =>
  Promise.all(
    categories.map(async ({ numbers, name, slug }) => {
      return { name, slug, count: await countRows(inIndex(db, { categories: numbers }, {}, [])) }
    }),
  )

const names = (category: string, word: string) =>
  writtenTerms(category).some(
    written => written.startsWith(word) || stem(written) === stem(word) || (isUnspaced(word) && written.includes(word)),
  )
