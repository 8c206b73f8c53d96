import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { DEMO_ADMIN, type Env } from '../../platform/runtime/env.ts'
import type { DemoCatalogue } from './demo-catalogue.ts'
import { demoAuthors, demoShopper, emailOfAuthor } from './demo-people.ts'

/** Leaving the demo deletes the rows that are recorded here. */
export async function noteDemoRows(db: Database): Promise<void> {
  await sql`
    insert into demo_rows (kind, id, name)
    select 'user', id, email from users
    union all select 'category', id, name from categories
    union all select 'product', id, name from products
    union all select 'media', id, name from media`.execute(db)
}

/** A shop that was seeded before rows were recorded knows them by name. */
export async function noteOlderDemo(db: Database, env: Env, catalogue: DemoCatalogue): Promise<void> {
  const customers = [demoShopper.email, ...demoAuthors(catalogue).map(emailOfAuthor)]
  const emails = [...customers, env.demoAdmin.email, DEMO_ADMIN.email]
  const categories = catalogue.categories.map(({ name }) => name)
  const products = catalogue.products.map(({ name }) => name)
  const pictures = catalogue.products.flatMap(({ pictures }) => pictures)
  await sql`
    insert into demo_rows (kind, id, name)
    select known.* from (
      select 'user', id, email from users where email = any(${emails}) and deleted_at is null
      union all select 'category', id, name from categories where name = any(${categories})
      union all select 'product', id, name from products where name = any(${products})
      union all select 'media', id, name from media where name = any(${pictures})
    ) known
    where not exists (select from demo_rows) and exists (select from users where email = any(${customers}))`.execute(db)
}

/** A shop that has left the demo counts as seeded. */
export async function isUnseeded(db: Database): Promise<boolean> {
  const { rows } = await sql<{ isEmpty: boolean }>`
    select not exists (select from users) and not exists (select from categories) and not exists (select from products)
      and not (select has_left_demo from settings) as "isEmpty"`.execute(db)
  return rows[0]?.isEmpty === true
}
