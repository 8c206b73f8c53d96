import { boughtStatuses } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { firstIdOfLastDays } from '../../platform/database/days.ts'
import { plainDescription } from '../../platform/markdown/render-markdown.ts'
import { canBeMistyped, writtenTerms } from './analyzer.ts'
import { termsOf } from './terms.ts'

const AT_ONCE = 500

/**
 * Indexes every product written since; runs in the transaction that writes names, descriptions, categories or codes of variants, so that
 * the next request finds them.
 */
export async function indexProducts(db: Database): Promise<void> {
  for (;;) {
    const products = await listUnread(db)
    if (products.length === 0) return
    await insertTerms(db, products)
    await setTerms(db, products)
  }
}

type Unread = Parameters<typeof termsOf>[0] & { id: string }

async function listUnread(db: Database): Promise<Unread[]> {
  const { rows } = await sql<Unread>`
    select products.id, products.name, products.description, vendor, ${codesOf('sku')} as skus, ${codesOf('barcode')} as barcodes,
      concat_ws(' ', categories.name, parent.name) as category,
      array_remove(array[categories.slug, parent.slug], null) as "categorySlugs",
      coalesce(regexp_split_to_array(tags, '\\s*,\\s*'), '{}') as tags
    from product_index join products on products.id = product_id join categories on categories.id = category_id
      left join categories parent on parent.id = categories.parent_id
    where terms is null limit ${sql.lit(AT_ONCE)}`.execute(db)
  return rows.map(row => ({ ...row, description: plainDescription(row.description) }))
}

const codesOf = (column: 'sku' | 'barcode') => sql`array(
  select ${sql.ref(column)} from variants where product_id = products.id and ${sql.ref(column)} is not null
    and variants.is_active and variants.deleted_at is null)`

/** Locks the rows in the order of their ids, so that callers at once do not block each other in a circle. */
async function setTerms(db: Database, products: Unread[]) {
  const ids = products.map(({ id }) => id)
  const terms = products.map(product => `{${termsOf(product)}}`)
  await sql`
    with given as (
      select product_id, wanted.terms::int[] as terms
      from unnest(${ids}::text[], ${terms}::text[]) as wanted (id, terms)
      join product_index on product_id = wanted.id
      order by product_id for update of product_index
    )
    update product_index set terms = given.terms
    from given where product_index.product_id = given.product_id`.execute(db)
}

/** Existing words stay; sorted, so that two transactions never deadlock. */
async function insertTerms(db: Database, products: Unread[]) {
  const texts = products.flatMap(({ name, category, tags, vendor, description }) => [
    ...[name, category, ...tags, vendor ?? '', description],
  ])
  const words = [...new Set(texts.flatMap(writtenTerms).filter(canBeMistyped))].sort()
  await sql`insert into search_terms (word) select unnest(${words}::text[]) on conflict do nothing`.execute(db)
}

const DAYS = 30
const MOST_SHOWN = 8

/** The active products of which most units were bought in the last days. Orders do not renew an answer with them: the next day does. */
export async function findBestSellers(db: Database): Promise<string[]> {
  const since = firstIdOfLastDays(DAYS)
  const { rows } = await sql<{ id: string }>`
    select product_id as id from orders join order_lines on order_id = orders.id join product_index using (product_id)
    where orders.id >= ${since} and order_id >= ${since} and orders.status = any(${boughtStatuses}) and is_active
    group by product_id order by sum(quantity) desc, product_id desc limit ${sql.lit(MOST_SHOWN)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** 0 when no product is on sale. */
export async function findHighestPercent(db: Database): Promise<number> {
  const { rows } = await sql<{ highest: number }>`
    select coalesce(max(saved_percent), 0) as highest from product_index where is_active and is_discounted`.execute(db)
  return rows[0]?.highest ?? 0
}
