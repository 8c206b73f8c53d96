import {
  fromCents,
  type Product,
  type ProductCard,
  type ProductOption,
  pricesOf,
  REVIEWS_SHOWN,
  type Variant,
} from '@mela/contract'
import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { mediaFields } from '../media/media-rows.ts'
import type { SessionUser } from '../people/session-user.ts'
import { compiled } from '../platform/database/compiled.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { inOrder } from '../platform/database/ids.ts'
import type { Tables } from '../platform/database/tables.ts'
import { invalid, notFound } from '../platform/http/errors.ts'
import { reviewsFrom, reviewsOfProduct } from './review-rows.ts'

type Visitor = Pick<SessionUser, 'role'> | undefined
export type ProductKey = { id: string } | { slug: string }

export async function listCards(db: Database, ids: string[]): Promise<ProductCard[]> {
  return inOrder(ids, await cardRows(db, ids)).map(toCard)
}

export async function listProducts(db: Database, ids: string[]) {
  return inOrder(ids, await listedRows(db, ids)).map(row => ({
    ...toCard(row),
    description: row.description,
    reviews: row.reviews,
  }))
}

const listedRows = compiled((db, ids: string[]) =>
  cardsOf(db, ids).select(['products.description', newestReviews.as('reviews')]),
)

const newestReviews = sql<{ _id: string; rating: number }[]>`(
  select coalesce(json_agg(json_build_object('_id', newest.id, 'rating', newest.rating) order by newest.id desc), '[]')
  from (
    select reviews.id, reviews.rating from reviews
    where reviews.product_id = products.id and reviews.state = 'shown'
    order by reviews.id desc limit ${REVIEWS_SHOWN}
  ) as newest)`

type SoldCard = ProductCard & {
  weight?: number | null
  taxClass?: string
  isGiftCard?: boolean
  variants?: Variant[]
}

/** Answers active products, with the variants in `variants` that can be bought. */
export async function findProductCards(db: Database, ids: string[], variants?: string[]): Promise<SoldCard[]> {
  const active = cardsOf(db, ids).where('products.is_active', '=', true).where('products.deleted_at', 'is', null)
  if (!variants) return inOrder(ids, await active.execute()).map(toCard)

  const isAsked = sql<boolean>`(variants.id = any(${variants}) or products.options = '[]')`
  const sold = active.select(eb => [
    'products.weight_grams',
    'products.tax_class',
    'products.is_gift_card',
    jsonArrayFrom(variantsOf(eb).where(isSold).where(isAsked)).as('variants'),
  ])
  const rows = await sold.execute()
  return inOrder(ids, rows).map(row => {
    const card = toCard(row)
    const isGiftCard = row.is_gift_card
    return {
      ...card,
      ...measuresOf(row),
      ...(isGiftCard && { isGiftCard }),
      weight: row.weight_grams,
      ...(row.tax_class && { taxClass: row.tax_class }),
      variants: row.variants.map(row => toVariant(row, card)),
    }
  })
}

export async function listFullProducts(db: Database, ids: string[]): Promise<Product[]> {
  const rows = await inFull(cardsOf(db, ids)).execute()
  return inOrder(ids, rows).map(toProduct)
}

/** A former slug finds the product, too. */
export async function requireProduct(db: Database, key: ProductKey): Promise<Product> {
  const [row] = 'id' in key ? await productById(db, key.id) : await productBySlug(db, key.slug)
  if (!row) throw notFound('Product not found.')
  return toProduct(row)
}

const productById = compiled((db, id: string) => inFull(cards(db)).where('products.id', '=', id))
const productBySlug = compiled((db, slug: string) =>
  inFull(cards(db)).where('products.id', '=', eb =>
    eb.selectFrom('product_slugs').select('product_id').where('product_slugs.slug', '=', slug),
  ),
)

export async function requireVisibleProduct(db: Database, key: ProductKey, visitor: Visitor): Promise<Product> {
  const product = await requireProduct(db, key)
  if (!product.isActive && visitor?.role !== 'admin') throw notFound('Product is not available.')
  return product
}

export const anotherProduct = () => invalid({ productId: 'This is another product.' })

/** After the products all their stock is locked against orders: none adds variants any more. */
export async function lockProducts(db: Transaction, ids: string[]): Promise<void> {
  const among = sql<string>`any(${ids})`
  const products = db.selectFrom('products').select('id').where('id', '=', among)
  await products.orderBy('id').forNoKeyUpdate().execute()
  const stock = db.selectFrom('stock').select('variant_id').where('product_id', '=', among)
  await stock.orderBy('variant_id').forUpdate().execute()
}

/** The product must be for sale as well. */
export const isSold = sql<boolean>`(variants.is_active and variants.deleted_at is null)`

const ownCents = sql`case when products.is_discounted then products.sale_price_cents else products.price_cents end`

/**
 * Of variants with stock, or of all sold ones where none has: the range of cents, null where the product's own price says
 * it, and the own content of the cheapest one.
 */
const soldOfProduct = sql<{ range: [number, number, number] | null; content: string | null }>`(
  select json_build_object('content', (array_agg(content order by cents, position))[1], 'range',
    case when (min(cents), max(cents), max(price - cents) > 0) <> (${ownCents}, ${ownCents}, products.is_discounted)
    then json_build_array(min(cents), max(cents), coalesce(max((price - cents) / nullif(price, 0)::float8), 0)) end)
  from (
    select price, variants.content, variants.position, case when its.on_sale and sale > 0 and sale < price then sale else price end as cents,
      has_stock, bool_or(has_stock) over () as any_has
    from variants join stock on stock.variant_id = variants.id cross join lateral (select
      quantity > 0 as has_stock,
      coalesce(variants.price_cents, products.price_cents) as price,
      coalesce(variants.on_sale, products.on_sale) as on_sale,
      coalesce(variants.sale_price_cents, products.sale_price_cents) as sale) as its
    where variants.product_id = products.id and ${isSold}) as priced
  where has_stock or not any_has)`

const stockOfProduct = sql<number>`(
  select coalesce(sum(stock.quantity), 0)::int from variants join stock on stock.variant_id = variants.id
  where variants.product_id = products.id and ${isSold})`

const cards = (db: Database) =>
  db
    .selectFrom('products')
    .select(['products.id', 'products.slug', 'products.name', 'products.is_active', 'products.options'])
    .select(['products.price_cents', 'products.on_sale', 'products.sale_price_cents'])
    .select(['products.rating_average', 'products.rating_count', 'products.content', 'products.unit_price_for'])
    .select(eb => [
      soldOfProduct.as('sold'),
      stockOfProduct.as('stock'),
      categoryOfProduct.as('category'),
      jsonObjectFrom(eb.selectFrom('media').select(mediaFields).whereRef('media.id', '=', 'products.thumbnail_id')).as(
        'thumbnail',
      ),
      galleryOf(eb).as('gallery'),
    ])

/** A subquery hides the number of ids from PostgreSQL, which otherwise plans anew for each list: a third of its time. */
const cardsOf = (db: Database, ids: string[]) =>
  cards(db).where('products.id', '=', sql<string>`any((select ${ids}::text[])::text[])`)

const cardRows = compiled(cardsOf)

const inFull = (cards: ReturnType<typeof cardsOf>) =>
  cards
    .select(['products.description', 'products.tags', 'products.vendor', 'products.version'])
    .select(['products.weight_grams as weight', 'products.size_guide as sizeGuide'])
    .select(['products.tax_class as taxClass', 'products.hsn_code as hsnCode', 'products.is_gift_card as isGiftCard'])
    .select(['products.seo_title as seoTitle', 'products.seo_description as seoDescription'])
    .select(eb => [jsonArrayFrom(variantsOf(eb)).as('variants'), trail.as('trail')])
    .select(reviewsOfProduct())
    .where('products.deleted_at', 'is', null)

type CardRow = Awaited<ReturnType<ReturnType<typeof cards>['executeTakeFirstOrThrow']>>
type FullRow = Awaited<ReturnType<ReturnType<typeof inFull>['executeTakeFirstOrThrow']>>
type OfProduct = ExpressionBuilder<Tables, 'products'>

const categoryOfProduct = sql<ProductCard['category']>`(
  select json_build_object('_id', id, 'name', name, 'slug', slug) from categories where id = products.category_id)`

/** Empty when the category or its parent is hidden. */
const trail = sql<Product['trail']>`(
  select coalesce(json_agg(json_build_object('name', step.name, 'slug', step.slug) order by step.is_child), '[]')
  from categories left join categories parent on parent.id = categories.parent_id
    join categories step on step.id in (parent.id, categories.id)
  where categories.id = products.category_id and not categories.is_hidden and parent.is_hidden is not true)`

const galleryOf = (eb: OfProduct) =>
  jsonArrayFrom(
    eb
      .selectFrom('product_gallery')
      .innerJoin('media', 'media.id', 'product_gallery.media_id')
      .select(mediaFields)
      .whereRef('product_gallery.product_id', '=', 'products.id')
      .orderBy('product_gallery.position'),
  )

const variantsOf = (eb: OfProduct) =>
  eb
    .selectFrom('variants')
    .innerJoin('stock', 'stock.variant_id', 'variants.id')
    .select(['variants.id', 'option_values', 'sku', 'barcode', 'stock.quantity', 'variants.version'])
    .select(['variants.price_cents', 'variants.on_sale', 'variants.sale_price_cents', 'variants.is_active'])
    .select(['variants.content', 'variants.weight_grams'])
    .select(variant =>
      jsonObjectFrom(
        variant.selectFrom('media').select(mediaFields).whereRef('media.id', '=', 'variants.picture_id'),
      ).as('media'),
    )
    .whereRef('variants.product_id', '=', 'products.id')
    .where('variants.deleted_at', 'is', null)
    .orderBy('variants.position')
    .orderBy('variants.id')

function toCard(row: CardRow): ProductCard {
  const content = row.sold.content ?? row.content
  return {
    _id: row.id,
    slug: row.slug,
    name: row.name,
    price: fromCents(row.price_cents),
    onSale: row.on_sale,
    salePrice: fromCents(row.sale_price_cents),
    stock: row.stock,
    isActive: row.is_active,
    category: row.category,
    thumbnail: row.thumbnail,
    gallery: row.gallery,
    rating: { average: row.rating_average, count: row.rating_count },
    options: row.options,
    ...(row.sold.range && { priceRange: toPriceRange(row.sold.range) }),
    ...(content && { content, unitPriceFor: row.unit_price_for }),
  }
}

/** The product's own, beside its variants; a card has those of its price. */
const measuresOf = (row: CardRow) => ({ content: row.content, unitPriceFor: row.unit_price_for })

const toPriceRange = ([from, to, saved]: NonNullable<CardRow['sold']['range']>) => ({
  from: fromCents(from),
  to: fromCents(to),
  savedPercent: Math.round(saved * 10_000) / 100,
})

function toProduct(row: FullRow): Product {
  const { description, isGiftCard, weight, sizeGuide, taxClass, hsnCode, tags, vendor } = row
  const { seoTitle, seoDescription, trail, version, variants } = row
  const card = toCard(row)
  return {
    ...card,
    ...measuresOf(row),
    ...{ description, isGiftCard, weight, sizeGuide, taxClass, hsnCode, tags, vendor },
    ...{ seoTitle, seoDescription, trail, version },
    variants: variants.map(row => toVariant(row, card)),
    ...reviewsFrom(row),
  }
}

function toVariant(row: FullRow['variants'][number], product: ProductCard): Variant {
  const own = {
    ...(row.price_cents !== null && { price: fromCents(row.price_cents) }),
    ...(row.on_sale !== null && { onSale: row.on_sale }),
    ...(row.sale_price_cents !== null && { salePrice: fromCents(row.sale_price_cents) }),
    ...(row.content !== null && { content: row.content }),
    ...(row.weight_grams !== null && { weight: row.weight_grams }),
  }
  return {
    _id: row.id,
    options: namedValues(product.options, row.option_values),
    sku: row.sku,
    barcode: row.barcode,
    ...pricesOf(own, product),
    stock: row.quantity,
    isActive: row.is_active,
    media: row.media,
    own,
    version: row.version,
  }
}

export function namedValues(options: Pick<ProductOption, 'name'>[], values: string[]): Record<string, string> {
  return Object.fromEntries(options.map(({ name }, index) => [name, values[index] ?? '']))
}
