import type { FirstStep } from '@mela/contract'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { NEUTRAL_ABOUT } from '../shop/default-texts.ts'

export async function findFirstSteps(db: Database) {
  return db.selectFrom('first_steps').select(['kept', 'is_dismissed', 'mail_tested_at']).executeTakeFirstOrThrow()
}

export async function updateFirstSteps(
  db: Transaction<Tables>,
  { kept, isDismissed }: { kept?: FirstStep[] | undefined; isDismissed?: boolean | undefined },
): Promise<void> {
  await db
    .updateTable('first_steps')
    .set(({ ref }) => ({
      kept: kept ? sql<string[]>`${kept}::text[]` : ref('kept'),
      is_dismissed: isDismissed ?? ref('is_dismissed'),
    }))
    .execute()
}

export async function noteTestedMail(db: Database): Promise<void> {
  await db.updateTable('first_steps').set({ mail_tested_at: sql<Date>`now()` }).execute()
}

/** Products that the owner has renamed do not count as the demo's. */
export async function hasDemoProducts(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select from demo_rows join products on products.id = demo_rows.id and products.name = demo_rows.name
    where kind = 'product' and deleted_at is null limit 1`.execute(db)
  return rows.length > 0
}

export async function hasActiveProduct(db: Database): Promise<boolean> {
  const { rows } = await sql`select from products where is_active and deleted_at is null limit 1`.execute(db)
  return rows.length > 0
}

/** SPEC's pages have a row once they were changed; the text of a shop that left the demo is not its owner's. */
export async function hasOwnAbout(db: Database): Promise<boolean> {
  const { rows } = await sql`select from pages where slug = 'about' and body <> ${NEUTRAL_ABOUT.body}`.execute(db)
  return rows.length > 0
}

export async function findCheapestProduct(db: Database) {
  return db
    .selectFrom('products')
    .select(['name', 'price_cents', 'on_sale', 'sale_price_cents'])
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy(sql`case when on_sale then sale_price_cents else price_cents end`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}
