import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'

/** Leaving the demo deletes the rows that are recorded here. */
export async function noteDemoRows(db: Database): Promise<void> {
  await sql`
    insert into demo_rows (kind, id, name)
    select 'user', id, email from users
    union all select 'category', id, name from categories
    union all select 'product', id, name from products
    union all select 'media', id, name from media`.execute(db)
}

/** A shop that has left the demo counts as seeded. */
export async function isUnseeded(db: Database): Promise<boolean> {
  const { rows } = await sql<{ isEmpty: boolean }>`
    select not exists (select from users) and not exists (select from categories) and not exists (select from products)
      and not (select has_left_demo from settings) as "isEmpty"`.execute(db)
  return rows[0]?.isEmpty === true
}
