import type { Category, CategoryInput, Product, ProductListQuery } from '@mela/contract'
import { REVIEWS_SHOWN } from '@mela/contract'
import { record } from '../audit/audit.repository.ts'
import { changing } from '../database/changes.ts'
import type { Database } from '../database/database.ts'
import type { SessionUser } from '../http/auth.ts'
import { notFound } from '../http/errors.ts'
import { listReviews, summariseRatings } from '../reviews/reviews.repository.ts'
import { findCategory, findMovedSlug, insertCategory, listCategories } from './categories.repository.ts'
import { findProducts, type ProductQuery } from './find-products.ts'
import { findProduct, listCards, listProducts } from './products.repository.ts'
import type { Shelf } from './shelf.repository.ts'

type Visitor = Pick<SessionUser, 'role'> | undefined
type CategoryKey = Parameters<typeof findCategory>[1]

export const ADMIN = { role: 'admin' } as const

const isAdmin = (visitor: Visitor) => visitor?.role === 'admin'

/** The product, if this visitor may see it: one off the shelf is for admins alone (B80). */
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

/** A slug of before answers the category under its present one. */
export async function showCategory(db: Database, key: CategoryKey, visitor: Visitor): Promise<Category> {
  const counting = { countsHidden: isAdmin(visitor) }
  const category = (await findCategory(db, key, counting)) ?? (await findMovedCategory(db, key, counting))
  if (!category) throw notFound('Category not found.')

  return category
}

async function findMovedCategory(db: Database, key: CategoryKey, counting: Parameters<typeof findCategory>[2]) {
  const slug = 'slug' in key ? await findMovedSlug(db, key.slug) : undefined
  return slug === undefined ? undefined : findCategory(db, { slug }, counting)
}

/** The category and one page of its active products. */
export async function showCategoryProducts(db: Database, key: CategoryKey, query: ProductListQuery) {
  const category = await showCategory(db, key, undefined)
  return { category, ...(await showProducts(db, { categoryId: category._id }, query)) }
}

/** One page of a list of products, whole or as cards, and what was searched for instead of a keyword that nothing matches. */
export async function showProducts(db: Database, shelf: Shelf, query: ProductQuery & { view?: 'card' | undefined }) {
  const { ids, ...found } = await findProducts(db, shelf, query)
  const list = query.view === 'card' ? listCards : listProducts
  return { rows: await list(db, ids), ...found }
}

/** Throws a `conflict` when its name or slug is taken (B84). */
export function addCategory(db: Database, actor: string, input: CategoryInput): Promise<Category> {
  return changing(db, async (db, touch) => {
    touch('catalog')
    const category = await insertCategory(db, input)
    await record(db, { actor, action: 'category.created', subject: `category:${category._id}`, after: input })
    return category
  })
}
