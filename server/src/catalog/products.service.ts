import { type Product, type ProductListQuery, REVIEWS_SHOWN } from '@mela/contract'
import type { SessionUser } from '../people/session-user.ts'
import type { Database } from '../platform/database/database.ts'
import { notFound } from '../platform/http/errors.ts'
import { formatDescription } from '../platform/markdown/format-description.ts'
import { type CategoryKey, findBranch } from './categories.service.ts'
import type { FullProduct } from './product-mapping.ts'
import { findProduct, findReviewedProduct, listCards, listProducts, type ProductKey } from './products.repository.ts'
import { listReviews, summariseRatings } from './reviews.repository.ts'
import { findProducts } from './search/find-products.ts'
import { listPagesTitled } from './search/pages-titled.ts'
import type { ProductScope } from './search/product-index.repository.ts'
import { readKeyword } from './search/read-keyword.ts'

type Visitor = Pick<SessionUser, 'role'> | undefined
export const ADMIN = { role: 'admin' } as const

const isAdmin = (visitor: Visitor) => visitor?.role === 'admin'

/** An inactive product is for admins only. */
export const visibleProduct = async (db: Database, id: string, visitor: Visitor) =>
  ifVisible(await findProduct(db, id), visitor)

function ifVisible<Found extends FullProduct>(product: Found | undefined, visitor: Visitor): Found {
  if (!product) throw notFound('Product not found.')
  if (!product.isActive && !isAdmin(visitor)) throw notFound('Product is not available.')

  return product
}

export async function showProduct(db: Database, key: ProductKey, visitor: Visitor): Promise<Product> {
  const product = ifVisible(await findReviewedProduct(db, key), visitor)
  const formatted = formatDescription(product.description)
  return {
    ...product,
    ...(formatted && { formatted }),
    variants: product.variants.filter(({ isActive }) => isActive || isAdmin(visitor)),
  }
}

export async function withReviews(db: Database, product: FullProduct): Promise<Product> {
  const { _id: id } = product
  const [reviews, rating] = await Promise.all([listReviews(db, id, REVIEWS_SHOWN), summariseRatings(db, id)])
  return { ...product, reviews, rating }
}

export async function showCategoryProducts(db: Database, key: CategoryKey, query: ProductListQuery) {
  const category = await findBranch(db, key)
  return { category, ...(await showProducts(db, { categories: category.numbers }, query)) }
}

/** Another search may replace a keyword that matches nothing. */
export async function showProducts(
  db: Database,
  scope: ProductScope,
  query: Parameters<typeof readKeyword>[2] & { view?: 'card' | undefined },
) {
  const read = await readKeyword(db, scope, query)
  const { ids, ...found } = await findProducts(db, read.scope, read.query)
  const { total, correction, partial, mentioned } = found
  const isNear = correction !== undefined || partial !== undefined
  const pages = query.read ? await listPagesTitled(db, query.keyword, total === 0 || isNear || mentioned === true) : []
  // Near products are no answer to a question that a page answers.
  if (pages.length > 0 && isNear) return { rows: [], total: 0, pages }

  const list = query.view === 'card' ? listCards : listProducts
  return {
    rows: await list(db, ids),
    ...found,
    ...(read.reading && { reading: read.reading }),
    ...(pages.length > 0 && { pages }),
  }
}
