import { fromCents, type ListQuery, type Product, type ProductCard } from '@mela/contract'
import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
import { mediaFields } from '../media/media.repository.ts'
import { searchQuery } from './search.ts'

/** Which of the products that customers may see. */
interface Shelf {
  onSale?: true
  categoryId?: string
}

type Products = SelectQueryBuilder<Tables, 'products', object>

// Written out rather than as parameters, so that prepared statements can use the partial indexes.
const isOnShelf = sql<boolean>`products.is_active and products.deleted_at is null`

/** One page of active products, newest first, and how many there are (DECISIONS B80, B81, B83, B93). */
export async function listProductCards(
  db: Database,
  shelf: Shelf,
  { page, size, keyword }: ListQuery,
): Promise<{ rows: ProductCard[]; total: number }> {
  const found = productsOn(db, shelf, keyword)
  const shown = found
    .select('products.id')
    .orderBy('products.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
  const [rows, { total }] = await Promise.all([
    cards(db).where('products.id', 'in', shown).orderBy('products.id', 'desc').execute(),
    found.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows: rows.map(toCard), total }
}

function productsOn(db: Database, { onSale, categoryId }: Shelf, keyword: string): Products {
  let products: Products = db.selectFrom('products').where(isOnShelf)
  if (onSale) products = products.where(sql<boolean>`products.is_discounted`)
  if (categoryId) products = products.where('products.category_id', '=', categoryId)
  // A keyword without a single word in it finds nothing, rather than everything.
  if (keyword) products = products.where(searchQuery(keyword) ?? sql<boolean>`false`)
  return products
}

/** Those of the products that are on the shelf, in the order of the ids. */
export async function findProductCards(db: Database, ids: string[]): Promise<ProductCard[]> {
  const rows = await cards(db).where(sql<boolean>`products.id = any(${ids})`).where(isOnShelf).execute()
  const found = new Map(rows.map(row => [row.id, toCard(row)]))
  return ids.flatMap(id => found.get(id) ?? [])
}

/** A product on the shelf or off it, without its reviews; deleted ones are gone (DECISIONS B86). */
export async function findProduct(db: Database, id: string): Promise<Omit<Product, 'reviews' | 'rating'> | undefined> {
  const found = await cards(db)
    .select(['products.description', 'products.version'])
    .where('products.id', '=', id)
    .where('products.deleted_at', 'is', null)
    .executeTakeFirst()
  return found && { ...toCard(found), description: found.description, version: found.version }
}

const cards = (db: Database) =>
  db
    .selectFrom('products')
    .innerJoin('stock', 'stock.product_id', 'products.id')
    .select(eb => [
      'products.id',
      'products.name',
      'products.price_cents',
      'products.on_sale',
      'products.sale_price_cents',
      'products.is_active',
      'products.rating_average',
      'products.rating_count',
      'stock.quantity',
      categoryOf(eb).as('category'),
      thumbnailOf(eb).as('thumbnail'),
      galleryOf(eb).as('gallery'),
    ])

type CardRow = Awaited<ReturnType<ReturnType<typeof cards>['executeTakeFirstOrThrow']>>
type OfProduct = ExpressionBuilder<Tables, 'products'>

const categoryOf = (eb: OfProduct) =>
  jsonObjectFrom(
    eb
      .selectFrom('categories')
      .select(['categories.id as _id', 'categories.name', 'categories.slug'])
      .whereRef('categories.id', '=', 'products.category_id'),
  ).$notNull()

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

function toCard(row: CardRow): ProductCard {
  return {
    _id: row.id,
    name: row.name,
    price: fromCents(row.price_cents),
    onSale: row.on_sale,
    salePrice: fromCents(row.sale_price_cents),
    stock: row.quantity,
    isActive: row.is_active,
    category: row.category,
    thumbnail: row.thumbnail,
    gallery: row.gallery,
    rating: { average: row.rating_average, count: row.rating_count },
  }
}
