import { LONGEST_PRODUCT_SLUG } from '@mela/contract'
import { makeSlug } from '@mela/contract/make-slug'
import { sql } from 'kysely'
import { compiled } from '../platform/database/compiled.ts'
import type { Database } from '../platform/database/database.ts'
import { invalid } from '../platform/http/errors.ts'

interface Wanted {
  name: string
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
  if (!(await claimName(db, 'slug', slug, productId))) throw invalid({ slug: SLUG_TAKEN })
  return slug
}

export const SLUG_TAKEN = 'Another product has or had this address.'

async function takeNumbered(db: Database, productId: string, slug: string): Promise<string> {
  for (const numbered of numberedSlugs(slug, LONGEST_PRODUCT_SLUG, productId))
    if (await claimName(db, 'slug', numbered, productId)) return numbered
  throw invalid({ slug: SLUG_TAKEN })
}

const NUMBERS = Array.from({ length: 49 }, (_, n) => `-${n + 2}`)

/** The slug itself, then with numbers, and last with the id. */
export const numberedSlugs = (slug: string, longest: number, id: string) =>
  ['', ...NUMBERS, `-${id}`].map(end => `${slug.slice(0, longest - end.length).replace(/-$/, '')}${end}`)

/** Where products have names: their addresses here, and their handles in another shop. */
type Named = 'slug' | 'handle'
const tableOf = (of: Named) => sql.table(`product_${of}s`)

/** Names of deleted products are free. Waits for a product of this name that is being added; false when it is taken. */
export async function claimName(db: Database, of: Named, name: string, productId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into ${tableOf(of)} as taken (${sql.ref(of)}, product_id) values (${name}, ${productId})
    on conflict (${sql.ref(of)}) do update set product_id = excluded.product_id
    where taken.product_id = excluded.product_id
      or exists (select from products where id = taken.product_id and deleted_at is not null)`.execute(db)
  return numAffectedRows === 1n
}

/** The products by these names, former slugs included. Deleted products are left out. */
export async function findNamed(db: Database, of: Named, names: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; product_id: string }>`
    select ${sql.ref(of)} as name, product_id from ${tableOf(of)} as named
    where ${sql.ref(of)} = any(${names}::text[])
      and exists (select from products where id = product_id and deleted_at is null)`.execute(db)
  return new Map(rows.map(({ name, product_id }) => [name, product_id]))
}

/** An active product had this slug before. */
export async function findMovedProduct(db: Database, slug: string): Promise<string | undefined> {
  const [product] = await presentSlug(db, slug)
  return product?.slug === slug ? undefined : product?.slug
}

const presentSlug = compiled((db, slug: string) =>
  db
    .selectFrom('product_slugs')
    .innerJoin('products', 'products.id', 'product_slugs.product_id')
    .select('products.slug')
    .where('product_slugs.slug', '=', slug)
    .where('products.deleted_at', 'is', null)
    .where('products.is_active', '=', true),
)
