import type { PlannedPriceInput } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { invalid } from '../../platform/http/errors.ts'
import { listCollectionProducts } from '../collections.ts'

type Target = PlannedPriceInput['target']

/**
 * The products that a sale reduces when it begins now; of a collection those that shoppers see in it. Gift cards must be
 * chosen themselves, because their whole amount pays for other orders.
 */
export async function listTargetProducts(db: Database, { kind, ids }: Target): Promise<string[]> {
  const among = sql<string>`any(${kind === 'collection' ? await listCollectionProducts(db, ids) : ids})`
  const present = db.selectFrom('products').select('products.id').where('deleted_at', 'is', null)
  const found =
    kind === 'category'
      ? present
          .innerJoin('categories', 'categories.id', 'category_id')
          .where(({ or, eb }) => or([eb('categories.id', '=', among), eb('categories.parent_id', '=', among)]))
      : present.where('products.id', '=', among)
  const reduced = kind === 'products' ? found : found.where('is_gift_card', '=', false)
  return (await reduced.execute()).map(({ id }) => id)
}

const TABLES = { products: 'products', category: 'categories', collection: 'collections' } as const
const MISSING = {
  products: 'A chosen product is not there any more.',
  category: 'This category is not there any more.',
  collection: 'This collection is not there any more.',
}

export async function requireTarget(db: Database, { kind, ids }: Target): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(TABLES[kind])} where id = any(${ids})`.execute(db)
  if (rows[0]?.count !== ids.length) throw invalid({ target: MISSING[kind] })
}

/** The names of categories or collections; of products the only one's, or how many they are. */
export const targetName = sql<string>`case
  when target->>'kind' = 'products' and jsonb_array_length(target->'ids') > 1
    then jsonb_array_length(target->'ids') || ' products'
  else coalesce((
    select string_agg(name, ', ' order by name) from (
      select id, name from products where target->>'kind' = 'products'
      union all select id, name from categories where target->>'kind' = 'category'
      union all select id, name from collections where target->>'kind' = 'collection'
    ) as named where target->'ids' ? id), 'no longer there') end`
