import {
  type ListedProduct,
  MOST_FOUND,
  type Product,
  type ProductCard,
  REVIEWS_SHOWN,
  type Variant,
} from '@mela/contract'
import { sql } from 'kysely'
import { compiled } from '../platform/database/compiled.ts'
import type { Database } from '../platform/database/database.ts'
import { inOrder } from '../platform/database/find-ids.ts'
import { cards, cardsOf, type FullProduct, inFull, toCard, toFullProduct } from './product-mapping.ts'
import { reviewsFrom, reviewsOfProduct } from './reviews.repository.ts'
import { soldVariantsOf, toVariant } from './variants.repository.ts'

export async function listCards(db: Database, ids: string[]): Promise<ProductCard[]> {
  if (ids.length === 0) return []
  return inOrder(ids, await cardRows(db, ids)).map(toCard)
}

export async function listProducts(db: Database, ids: string[]): Promise<ListedProduct[]> {
  if (ids.length === 0) return []
  return inOrder(ids, await listedRows(db, ids)).map(row => ({
    ...toCard(row),
    description: row.description,
    reviews: row.reviews,
  }))
}

/** Answers active products, with the variants in `variants` that can be bought. */
export async function findProductCards(db: Database, ids: string[], variants?: string[]): Promise<SoldCard[]> {
  const active = cardsOf(db, ids).where('products.is_active', '=', true).where('products.deleted_at', 'is', null)
  if (!variants) return inOrder(ids, await active.execute()).map(toCard)

  const sold = active.select(eb => ['products.weight_grams', soldVariantsOf(eb, variants).as('variants')])
  const rows = await sold.execute()
  return inOrder(ids, rows).map(row => {
    const card = toCard(row)
    return { ...card, weight: row.weight_grams, variants: row.variants.map(row => toVariant(row, card)) }
  })
}

type SoldCard = ProductCard & { weight?: number | null; variants?: Variant[] }

export async function updateIsActive(db: Database, id: string, isActive: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('products')
    .set({ is_active: isActive, version: sql`version + 1` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('is_active', '<>', isActive)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updateAreActive(db: Database, ids: string[], isActive: boolean): Promise<void> {
  await db
    .updateTable('products')
    .set({ is_active: isActive, version: sql`version + 1` })
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
}

/** Undefined for a deleted one. */
export async function findProduct(db: Database, id: string): Promise<FullProduct | undefined> {
  const found = await inFull(cards(db)).where('products.id', '=', id).executeTakeFirst()
  return found && toFullProduct(found)
}

export type ProductKey = { id: string } | { slug: string }

/** One statement; a former slug finds the product, too. */
export async function findReviewedProduct(db: Database, key: ProductKey): Promise<Product | undefined> {
  const [row] = 'id' in key ? await reviewedById(db, key.id) : await reviewedBySlug(db, key.slug)
  return row && { ...toFullProduct(row), ...reviewsFrom(row) }
}

/** Deleted products are left out. */
export async function listFullProducts(db: Database, ids: string[]): Promise<FullProduct[]> {
  const rows = await inFull(cardsOf(db, ids)).execute()
  return inOrder(ids, rows).map(toFullProduct)
}

const cardRows = compiled(cardsOf)
const listedRows = compiled((db, ids: string[]) =>
  cardsOf(db, ids).select(['products.description', newestReviews.as('reviews')]),
)
const reviewed = (db: Database) => inFull(cards(db)).select(reviewsOfProduct())
const reviewedById = compiled((db, id: string) => reviewed(db).where('products.id', '=', id))
const reviewedBySlug = compiled((db, slug: string) =>
  reviewed(db).where('products.id', '=', eb =>
    eb.selectFrom('product_slugs').select('product_id').where('product_slugs.slug', '=', slug),
  ),
)

const newestReviews = sql<ListedProduct['reviews']>`(
  select coalesce(json_agg(json_build_object('_id', newest.id, 'rating', newest.rating) order by newest.id desc), '[]')
  from (
    select reviews.id, reviews.rating from reviews
    where reviews.product_id = products.id and reviews.state = 'shown'
    order by reviews.id desc limit ${REVIEWS_SHOWN}
  ) as newest)`

/** Only the newest MOST_FOUND products on sale count; 0 when there are none. */
export async function findHighestPercent(db: Database): Promise<number> {
  const onSale = db
    .selectFrom('product_index')
    .select('saved_percent')
    .where(sql<boolean>`product_index.is_active`)
    .where(sql<boolean>`product_index.is_discounted`)
    .orderBy('product_id', 'desc')
    .limit(sql.lit(MOST_FOUND))
  const row = await db
    .selectFrom(onSale.as('on_sale'))
    .select(({ fn }) => fn.max('saved_percent').as('highest'))
    .executeTakeFirst()
  return row?.highest ?? 0
}
