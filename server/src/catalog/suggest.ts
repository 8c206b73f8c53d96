import type { Suggestions } from '@mela/contract'
import type { Database } from '../database/database.ts'
import { listCategories } from './categories.repository.ts'
import { findProducts } from './find-products.ts'
import { listCards } from './products.repository.ts'
import { stem, typedWords, writtenWords } from './words.ts'

const MOST_PRODUCTS = 6
const MOST_CATEGORIES = 3

/** What somebody may be about to type: the best matches, and the categories that a word names. */
export async function suggest(db: Database, keyword: string): Promise<Suggestions> {
  if (typedWords(keyword).length === 0) return { products: [], categories: [] }

  const { ids, correction } = await findProducts(db, {}, { keyword, page: 1, size: MOST_PRODUCTS })
  const words = typedWords(correction ?? keyword)
  const [products, categories] = await Promise.all([listCards(db, ids), listCategories(db, { countsHidden: false })])
  return {
    products,
    categories: categories.filter(({ name }) => words.some(word => names(name, word))).slice(0, MOST_CATEGORIES),
    ...(correction && { correction }),
  }
}

const names = (category: string, word: string) =>
  writtenWords(category).some(written => written.startsWith(word) || stem(written) === stem(word))
