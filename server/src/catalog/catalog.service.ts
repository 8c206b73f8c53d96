import type { Category, CategoryInput, ListQuery, Product } from '@mela/contract'
import { REVIEWS_SHOWN } from '@mela/contract'
import { changing } from '../database/changes.ts'
import type { Database } from '../database/database.ts'
import type { SessionUser } from '../http/auth.ts'
import { notFound } from '../http/errors.ts'
import { listReviews, summariseRatings } from '../reviews/reviews.repository.ts'
import { findCategory, insertCategory, listCategories } from './categories.repository.ts'
import { findProduct, listProductCards } from './products.repository.ts'

type Visitor = SessionUser | undefined
type CategoryKey = Parameters<typeof findCategory>[1]

const isAdmin = (visitor: Visitor) => visitor?.role === 'admin'

/** The product, if this visitor may see it: one off the shelf is for admins alone (DECISIONS B80). */
export async function visibleProduct(db: Database, id: string, visitor: Visitor) {
  const product = await findProduct(db, id)
  if (!product) throw notFound('Product not found.')
  if (!product.isActive && !isAdmin(visitor)) throw notFound('Product is not available.')

  return product
}

/** A product with its newest reviews and the summary of all of them. */
export async function showProduct(db: Database, id: string, visitor: Visitor): Promise<Product> {
  const product = await visibleProduct(db, id, visitor)
  const [reviews, rating] = await Promise.all([listReviews(db, id, REVIEWS_SHOWN), summariseRatings(db, id)])
  return { ...product, reviews, rating }
}

export function showCategories(db: Database, visitor: Visitor): Promise<Category[]> {
  return listCategories(db, { countsHidden: isAdmin(visitor) })
}

export async function showCategory(db: Database, key: CategoryKey, visitor: Visitor): Promise<Category> {
  const category = await findCategory(db, key, { countsHidden: isAdmin(visitor) })
  if (!category) throw notFound('Category not found.')

  return category
}

/** The category and one page of its active products. */
export async function showCategoryProducts(db: Database, key: CategoryKey, query: ListQuery) {
  const category = await showCategory(db, key, undefined)
  return { category, ...(await listProductCards(db, { categoryId: category._id }, query)) }
}

export function addCategory(db: Database, input: CategoryInput): Promise<Category> {
  return changing(db, async (db, touch) => {
    touch('catalog')
    return insertCategory(db, input)
  })
}
