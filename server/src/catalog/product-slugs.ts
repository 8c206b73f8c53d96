import { LONGEST_PRODUCT_SLUG } from '@mela/contract'
import { makeSlug } from '@mela/contract/make-slug'
import { compiled } from '../platform/database/compiled.ts'
import type { Database } from '../platform/database/database.ts'
import { invalid } from '../platform/http/errors.ts'

interface Wanted {
  name: string
  /** Null for a slug that is made from the name. */
  slug: string | null
}

/** Throws when another product has or had the slug, unless it may be `numbered`: 'shirt-2'. */
export async function takeSlug(
  db: Database,
  productId: string,
  { name, slug }: Wanted,
  ifTaken: 'refused' | 'numbered' = 'refused',
): Promise<string> {
  if (slug === null) return takeNumbered(db, productId, makeSlug(name) || `product-${productId.slice(-6)}`)
  if (ifTaken === 'numbered') return takeNumbered(db, productId, slug)
  if (!(await claim(db, productId, slug))) throw invalid({ slug: SLUG_TAKEN })
  return slug
}

export const SLUG_TAKEN = 'Another product has or had this address.'

/** More products of one name have their ids in their addresses. */
const MOST_NUMBERS = 50

async function takeNumbered(db: Database, productId: string, slug: string): Promise<string> {
  for (let number = 1; number <= MOST_NUMBERS; number += 1) {
    const numbered = numberedSlug(slug, number === 1 ? '' : `-${number}`, LONGEST_PRODUCT_SLUG)
    if (await claim(db, productId, numbered)) return numbered
  }
  const named = numberedSlug(slug, `-${productId}`, LONGEST_PRODUCT_SLUG)
  if (await claim(db, productId, named)) return named
  throw invalid({ slug: SLUG_TAKEN })
}

export const numberedSlug = (slug: string, end: string, longest: number) =>
  `${slug.slice(0, longest - end.length).replace(/-$/, '')}${end}`

/** Slugs of deleted products are free. Waits for a product of this slug that is being added. */
async function claim(db: Database, productId: string, slug: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('product_slugs')
    .values({ slug, product_id: productId })
    .onConflict(conflict =>
      conflict
        .column('slug')
        .doUpdateSet({ product_id: productId })
        .where(({ or, eb, exists, selectFrom }) =>
          or([
            eb('product_slugs.product_id', '=', productId),
            exists(
              selectFrom('products')
                .select('id')
                .whereRef('products.id', '=', 'product_slugs.product_id')
                .where('deleted_at', 'is not', null),
            ),
          ]),
        ),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Former slugs are found, deleted products are not. */
export async function findSlugs(db: Database, slugs: string[]): Promise<Map<string, string>> {
  const rows = await ofShop(db)
    .select(['product_slugs.slug', 'product_id'])
    .where('product_slugs.slug', 'in', [...slugs, ''])
    .execute()
  return new Map(rows.map(({ slug, product_id }) => [slug, product_id]))
}

/** An active product had this slug before. */
export async function findMovedProduct(db: Database, slug: string): Promise<string | undefined> {
  const [product] = await presentSlug(db, slug)
  return product?.slug === slug ? undefined : product?.slug
}

const presentSlug = compiled((db, slug: string) =>
  ofShop(db).select('products.slug').where('product_slugs.slug', '=', slug).where('products.is_active', '=', true),
)

const ofShop = (db: Database) =>
  db
    .selectFrom('product_slugs')
    .innerJoin('products', 'products.id', 'product_slugs.product_id')
    .where('products.deleted_at', 'is', null)
