import type { BodyOf, Category, CategoryInput, Product, ProductListQuery, patchProduct } from '@mela/contract'
import { REVIEWS_SHOWN } from '@mela/contract'
import { changing } from '../database/changes.ts'
import type { Database } from '../database/database.ts'
import type { SessionUser } from '../http/auth.ts'
import { invalid, notFound } from '../http/errors.ts'
import { listReviews, summariseRatings } from '../reviews/reviews.repository.ts'
import { findCategory, insertCategory, listCategories } from './categories.repository.ts'
import { findProducts, type ProductQuery } from './find-products.ts'
import { findProduct, listCards, updateIsActive } from './products.repository.ts'
import type { Shelf } from './shelf.repository.ts'

type Visitor = Pick<SessionUser, 'role'> | undefined
type PatchInput = Pick<BodyOf<typeof patchProduct>, 'value' | 'productId'>
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
export async function showCategoryProducts(db: Database, key: CategoryKey, query: ProductListQuery) {
  const category = await showCategory(db, key, undefined)
  return { category, ...(await showProducts(db, { categoryId: category._id }, query)) }
}

/** One page of a list of products; `correction` is what was searched for instead of a keyword that nothing matches. */
export async function showProducts(db: Database, shelf: Shelf, query: ProductQuery) {
  const { ids, ...found } = await findProducts(db, shelf, query)
  return { rows: await listCards(db, ids), ...found }
}

/** Puts a product on the shelf or takes it off; the very next request sees it (DECISIONS B79, B80). */
export function shelve(db: Database, productId: string, { value: isActive, productId: named = productId }: PatchInput) {
  if (named !== productId) throw invalid({ productId: 'This is another product.' })

  return changing(db, async (db, touch) => {
    const isChanged = await updateIsActive(db, productId, isActive)
    const product = await visibleProduct(db, productId, { role: 'admin' })
    if (isChanged) touch('catalog', `product:${productId}`, `category:${product.category.slug}`)
    return product
  })
}

export function addCategory(db: Database, input: CategoryInput): Promise<Category> {
  return changing(db, async (db, touch) => {
    touch('catalog')
    return insertCategory(db, input)
  })
}
