import { fromCents, type ImportedProduct, type Product, type ProductCard, toCents } from '@mela/contract'
import { type ExpressionBuilder, type Insertable, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { mediaFields } from '../media/media.repository.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { priceRangeOfProduct, stockOfProduct, toVariant, variantsOf } from './variants.repository.ts'

export type FullProduct = Omit<Product, 'reviews' | 'rating'> & Pick<ProductCard, 'rating'>

export const cards = (db: Database) =>
  db
    .selectFrom('products')
    .select(eb => [
      'products.id',
      'products.slug',
      'products.name',
      'products.price_cents',
      'products.on_sale',
      'products.sale_price_cents',
      'products.is_active',
      'products.rating_average',
      'products.rating_count',
      'products.options',
      priceRangeOfProduct.as('price_range'),
      stockOfProduct.as('stock'),
      categoryOf(eb).as('category'),
      thumbnailOf(eb).as('thumbnail'),
      galleryOf(eb).as('gallery'),
    ])

/** A subquery hides the number of ids from PostgreSQL, which otherwise plans anew for each list: a third of its time. */
export const cardsOf = (db: Database, ids: string[]) =>
  cards(db).where('products.id', '=', sql<string>`any((select ${ids}::text[])::text[])`)

export const inFull = (cards: ReturnType<typeof cardsOf>) =>
  cards
    .select([
      'products.description',
      'products.weight_grams',
      'products.size_guide',
      'products.tags',
      'products.vendor',
      'products.seo_title as seoTitle',
      'products.seo_description as seoDescription',
      'products.version',
    ])
    .select(eb => [variantsOf(eb).as('variants'), trailOf(eb).as('trail')])
    .where('products.deleted_at', 'is', null)

type CardRow = Awaited<ReturnType<ReturnType<typeof cards>['executeTakeFirstOrThrow']>>
type FullRow = Awaited<ReturnType<ReturnType<typeof inFull>['executeTakeFirstOrThrow']>>
type OfProduct = ExpressionBuilder<Tables, 'products'>

const categoryOf = (eb: OfProduct) =>
  jsonObjectFrom(
    eb
      .selectFrom('categories')
      .select(['categories.id as _id', 'categories.name', 'categories.slug'])
      .whereRef('categories.id', '=', 'products.category_id'),
  ).$notNull()

/** Empty when the category or its parent is hidden. */
const trailOf = (eb: OfProduct) =>
  jsonArrayFrom(
    eb
      .selectFrom('categories')
      .leftJoin('categories as parent', 'parent.id', 'categories.parent_id')
      .innerJoin('categories as step', join =>
        join.on(eb => eb.or([eb('step.id', '=', eb.ref('parent.id')), eb('step.id', '=', eb.ref('categories.id'))])),
      )
      .select(['step.name', 'step.slug'])
      .whereRef('categories.id', '=', 'products.category_id')
      .where(sql<boolean>`not categories.is_hidden and parent.is_hidden is not true`)
      .orderBy('step.is_child'),
  )

const thumbnailOf = (eb: OfProduct) =>
  jsonObjectFrom(eb.selectFrom('media').select(mediaFields).whereRef('media.id', '=', 'products.thumbnail_id'))

const galleryOf = (eb: OfProduct) =>
  jsonArrayFrom(
    eb
      .selectFrom('product_gallery')
      .innerJoin('media', 'media.id', 'product_gallery.media_id')
      .select(mediaFields)
      .whereRef('product_gallery.product_id', '=', 'products.id')
      .orderBy('product_gallery.position'),
  )

export function toCard(row: CardRow): ProductCard {
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
    ...(row.price_range && { priceRange: toPriceRange(row.price_range) }),
  }
}

const toPriceRange = ([from, to, saved]: NonNullable<CardRow['price_range']>) => ({
  from: fromCents(from),
  to: fromCents(to),
  savedPercent: Math.round(saved * 10_000) / 100,
})

export function toFullProduct(row: FullRow): FullProduct {
  const { description, weight_grams: weight, size_guide: sizeGuide, tags, version, variants, trail } = row
  const { vendor, seoTitle, seoDescription } = row
  const card = toCard(row)
  return {
    ...card,
    description,
    weight,
    sizeGuide,
    tags,
    vendor,
    seoTitle,
    seoDescription,
    trail,
    version,
    variants: variants.map(row => toVariant(row, card)),
  }
}

type Columns = Insertable<Tables['products']>
/** A forgotten column does not compile. */
type EditableColumns = Required<
  Omit<Columns, 'id' | 'version' | 'created_at' | 'deleted_at' | 'rating_points' | 'rating_count'>
>

export function columnsOf(input: ImportedProduct & { slug: string }): EditableColumns {
  return {
    slug: input.slug,
    name: input.name,
    description: input.description,
    price_cents: toCents(input.price),
    on_sale: input.onSale,
    sale_price_cents: toCents(input.salePrice),
    is_active: input.isActive,
    weight_grams: input.weight,
    size_guide: input.sizeGuide,
    tags: input.tags,
    vendor: input.vendor,
    seo_title: input.seoTitle,
    seo_description: input.seoDescription,
    category_id: input.category,
    thumbnail_id: input.thumbnail,
    options: JSON.stringify(input.options ?? []),
  }
}
