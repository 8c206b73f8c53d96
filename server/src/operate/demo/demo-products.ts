import { type Media, toCents } from '@mela/contract'
import { makeSlug } from '@mela/contract/make-slug'
import { refreshRating } from '../../catalog/review-rows.ts'
import { indexProducts } from '../../catalog/search/index-products.ts'
import { insertMedia } from '../../media/media-rows.ts'
import type { StoredPicture } from '../../media/pictures.ts'
import type { Database } from '../../platform/database/database.ts'
import { idAt, newId } from '../../platform/database/ids.ts'
import { daysAgo } from './days-ago.ts'
import { type DemoCatalogue, requireNamed } from './demo-catalogue.ts'
import type { DemoPeople } from './demo-people.ts'
import { type DemoVariant, demoVariants, insertVariants } from './demo-variants.ts'

type Entry = DemoCatalogue['products'][number]
type Category = DemoCatalogue['categories'][number] & { id: string }

/** Amounts are in cents. */
export interface DemoProduct {
  id: string
  name: string
  price: number
  onSale: boolean
  salePrice: number
  since: Date
  picture: Media | null
  variants: DemoVariant[]
}

const FIRST_DAYS_AGO = 31

/** Answers the products by their name in the catalogue. */
export async function insertDemoProducts(
  db: Database,
  catalogue: DemoCatalogue,
  pictures: Map<string, StoredPicture>,
): Promise<Map<string, DemoProduct>> {
  const categories = catalogue.categories.map(category => ({ id: newId(), ...category }))
  const rows = categories.map(({ size: _, sizeGuide: __, ...row }) => row)
  await db.insertInto('categories').values(rows).execute()
  const bySlug = new Map(categories.map(category => [category.slug, category]))

  const products = new Map<string, DemoProduct>()
  for (const [i, entry] of catalogue.products.entries()) {
    const since = daysAgo(FIRST_DAYS_AGO + i)
    products.set(entry.id, await insertProduct(db, entry, since, bySlug, pictures))
  }
  await insertVariants(db, [...products.values()])
  await indexProducts(db)
  return products
}

async function insertProduct(
  db: Database,
  entry: Entry,
  since: Date,
  categories: Map<string, Category>,
  pictures: Map<string, StoredPicture>,
): Promise<DemoProduct> {
  const category = requireNamed(categories, entry.category)
  const inserted = await insertPictures(db, entry, pictures)
  const [thumbnail, ...gallery] = inserted
  const { name, description, onSale } = entry
  const id = idAt(since)
  const { options, variants } = demoVariants(entry, category.size, { id, since, pictures: inserted })
  const prices = { price: toCents(entry.price), onSale, salePrice: toCents(entry.salePrice ?? 0) }
  const slug = makeSlug(name)
  await db
    .insertInto('products')
    .values({
      id,
      name,
      slug,
      description,
      price_cents: prices.price,
      on_sale: onSale,
      sale_price_cents: prices.salePrice,
      is_active: entry.isActive,
      weight_grams: entry.weight,
      size_guide: category.sizeGuide,
      category_id: category.id,
      thumbnail_id: thumbnail?._id,
      options: JSON.stringify(options),
      created_at: since,
    })
    .execute()
  await db.insertInto('product_slugs').values({ slug, product_id: id }).execute()
  await db
    .insertInto('product_gallery')
    .values(gallery.map((media, position) => ({ product_id: id, position, media_id: media._id })))
    .execute()
  return { id, name, ...prices, since, picture: thumbnail ?? null, variants }
}

async function insertPictures(db: Database, entry: Entry, pictures: Map<string, StoredPicture>): Promise<Media[]> {
  const inserted: Media[] = []
  for (const [i, file] of entry.pictures.entries()) {
    inserted.push(
      await insertMedia(db, { ...requireNamed(pictures, file), name: file, alt: entry.altTexts[i] ?? entry.name }),
    )
  }
  return inserted
}

/** The first review of each product is its newest. */
export async function insertReviews(
  db: Database,
  catalogue: DemoCatalogue,
  products: Map<string, DemoProduct>,
  { customers }: DemoPeople,
): Promise<void> {
  const reviews = catalogue.products.flatMap(({ id, reviews }, nth) =>
    reviews.map(({ author, ...review }, i) => {
      const writtenAt = daysAgo(1 + 2.7 * i + nth / catalogue.products.length)
      return {
        id: idAt(writtenAt),
        product_id: requireNamed(products, id).id,
        user_id: requireNamed(customers, author).id,
        created_at: writtenAt,
        ...review,
      }
    }),
  )
  await db.insertInto('reviews').values(reviews).execute()
  for (const { id } of products.values()) await refreshRating(db, id)
}
