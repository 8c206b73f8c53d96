import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { findCurrency } from '../shop/settings.repository.ts'
import { listCategoryNames } from './categories.repository.ts'
import type { Names } from './change-summary.ts'
import { type Fields, PLAIN_VARIANT, UNDOES } from './product-fields.ts'

export type Entry = Awaited<ReturnType<typeof listEntries>>['rows'][number]
export type Change = Pick<Entry, 'action' | 'before' | 'after' | 'plainVariant'>

export async function listEntries(db: Database, id: string, { page, size }: { page: number; size: number }) {
  const about = db.selectFrom('audit_log').where('subject', '=', `product:${id}`)
  const { total } = await about.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await about
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .select(['audit_log.id', 'audit_log.at', 'audit_log.actor_id', 'users.first_name', 'users.last_name'])
    .select(['action', ...states, isUndone])
    .orderBy('audit_log.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return { rows, total }
}

export async function findEntry(db: Database, id: string, entry: number) {
  return db
    .selectFrom('audit_log')
    .select(['id', 'action', ...states, isUndone])
    .where('id', '=', entry)
    .where('subject', '=', `product:${id}`)
    .executeTakeFirst()
}

const states = [
  sql<Partial<Fields> | null>`audit_log.before - ${sql.lit(PLAIN_VARIANT)}`.as('before'),
  sql<Partial<Fields> | null>`audit_log.after - ${sql.lit(UNDOES)}`.as('after'),
  sql<string | null>`audit_log.before ->> ${sql.lit(PLAIN_VARIANT)}`.as('plainVariant'),
] as const

const isUndone = sql<boolean>`exists (
  select from audit_log undoing
  where undoing.subject = audit_log.subject and undoing.id > audit_log.id
    and undoing.after -> ${sql.lit(UNDOES)} = to_jsonb(audit_log.id))`.as('isUndone')

export async function findNames(db: Database, mediaIds: string[]): Promise<Names> {
  const categories = await listCategoryNames(db)
  const media = await db
    .selectFrom('media')
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any(${[...new Set(mediaIds)]})`)
    .execute()
  return {
    currency: await findCurrency(db),
    categories: new Map(categories.map(({ id, name }) => [id, name])),
    media: new Map(media.map(({ id, name }) => [id, name])),
  }
}
