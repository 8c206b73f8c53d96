import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'

/** A shop that has left the demo counts as seeded. */
export async function isUnseeded(db: Database): Promise<boolean> {
  const { rows } = await sql<{ isEmpty: boolean }>`
    select not exists (select from users) and not exists (select from categories) and not exists (select from products)
      and not (select has_left_demo from settings) as "isEmpty"`.execute(db)
  return rows[0]?.isEmpty === true
}
