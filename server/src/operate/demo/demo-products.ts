import { type Media, type ProductOption, toCents } from '@mela/contract'
import { makeSlug } from '@mela/contract/make-slug'
import { indexProducts } from '../../catalog/search/index-products.ts'
import { insertMedia } from '../../media/media-library.ts'
import type { StoredPicture } from '../../media/pictures.ts'
import type { Database } from '../../platform/database/database.ts'
import { idAt, newId } from '../../platform/database/ids.ts'
import { type DemoCatalogue, daysAgo, requireNamed } from './demo-catalogue.ts'

type Entry = DemoCatalogue['products'][number]
type Category = DemoCatalogue['categories'][number] & { id: string }

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

export interface DemoVariant {
  id: string
  options: Record<string, string>
  sku: string | null
  stock: number
  picture: Media | null
}

interface DemoOptions {
  options: ProductOption[]
  variants: DemoVariant[]
}

/** Sizes and colours share the product's stock; the first variant has the product's id. */
function demoVariants(
  entry: Entry,
  size: DemoCatalogue['categories'][number]['size'],
  { id, since, pictures }: { id: string; since: Date; pictures: Media[] },
): DemoOptions {
  if (!size) return { options: [], variants: [{ id, options: {}, sku: null, stock: entry.stock, picture: null }] }

  const { colours } = entry
  const options = [
    { name: size.name, values: size.values.map(name => ({ name })) },
    ...(colours.length > 0 ? [{ name: 'Colour', values: colours.map(({ name, swatch }) => ({ name, swatch })) }] : []),
  ]
  const shades = colours.length > 0 ? colours : [undefined]
  const chosen = size.values.flatMap((value, n) => shades.map(colour => ({ value, colour, n })))
  const weights = chosen.map(({ value, colour, n }) => {
    const isSoldOut = entry.soldOut.includes([value, colour?.name].filter(Boolean).join('/'))
    return isSoldOut ? 0 : weightOf(n, size.values.length)
  })
  const stocks = spread(entry.stock, weights)
  const variants = chosen.map(({ value, colour }, n) => ({
    id: n === 0 ? id : idAt(since),
    options: { [size.name]: value, ...(colour && { Colour: colour.name }) },
    sku: [entry.id, colour?.name.replace(/[^a-z]/gi, ''), value].filter(Boolean).join('-').toUpperCase(),
    stock: stocks[n] ?? 0,
    picture: pictures.find(({ name }) => name === colour?.picture) ?? null,
  }))
  return { options, variants }
}

/** Middle sizes get more units. */
const weightOf = (n: number, count: number) => 3 + Math.min(n, count - 1 - n, 2)

/** Whole units in proportion to the weights, the largest remainders first. */
function spread(units: number, weights: number[]): number[] {
  const sum = weights.reduce((sum, weight) => sum + weight, 0) || 1
  const shares = weights.map(weight => (units * weight) / sum)
  const given = shares.map(Math.floor)
  const rest = units - given.reduce((sum, share) => sum + share, 0)
  const byRemainder = shares.map((share, n) => ({ n, remainder: share % 1 })).sort((a, b) => b.remainder - a.remainder)
  for (const { n } of byRemainder.slice(0, rest)) given[n] = (given[n] ?? 0) + 1
  return given
}

async function insertVariants(db: Database, products: { id: string; variants: DemoVariant[] }[]): Promise<void> {
  const rows = products.flatMap(({ id, variants }) =>
    variants.map(({ options, sku, picture, ...variant }, position) => ({
      ...{ id: variant.id, product_id: id, position, sku, picture_id: picture?._id ?? null },
      option_values: Object.values(options),
    })),
  )
  await db.insertInto('variants').values(rows).execute()
}
