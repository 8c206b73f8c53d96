import type { Suggestions } from '@mela/contract'
import type { Database } from '../database/database.ts'
import { listCategoryNames } from './categories.repository.ts'
import { findProducts } from './find-products.ts'
import { listCards } from './products.repository.ts'
import { countRows, onShelf } from './shelf.repository.ts'
import { stem, typedWords, writtenWords } from './words.ts'

const MOST_PRODUCTS = 6
const MOST_CATEGORIES = 3
/** Nobody sees how many more there are. */
const MOST_COUNTED = 3000

/** What somebody may be about to type: the best matches, and the categories that a word names. */
export async function suggest(db: Database, keyword: string): Promise<Suggestions> {
  if (typedWords(keyword).length === 0) return { products: [], categories: [] }

  const { ids, correction } = await findProducts(db, {}, { keyword, page: 1, size: MOST_PRODUCTS }, MOST_COUNTED)
  const words = typedWords(correction ?? keyword)
  const [products, categories] = await Promise.all([listCards(db, ids), listCategoriesNamed(db, words)])
  return { products, categories, ...(correction && { correction }) }
}

async function listCategoriesNamed(db: Database, words: string[]): Promise<Suggestions['categories']> {
  const all = await listCategoryNames(db)
  const named = all.filter(({ name }) => words.some(word => names(name, word))).slice(0, MOST_CATEGORIES)
  return Promise.all(
    named.map(async ({ id, name, slug }) => {
      return { name, slug, count: await countRows(onShelf(db, { categoryId: id }, {}, [])) }
    }),
  )
}

const names = (category: string, word: string) =>
  writtenWords(category).some(written => written.startsWith(word) || stem(written) === stem(word))
