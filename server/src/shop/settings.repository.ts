import { isDeepStrictEqual } from 'node:util'
import type { Settings } from '@mela/contract'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'

export type Changes = Partial<Record<keyof Settings, Record<string, unknown>>>

/** Only fields that differ from the defaults are stored. */
export async function findChanges(db: Database): Promise<{ changes: Changes; version: number }> {
  return db.selectFrom('settings').select(['changes', 'version']).executeTakeFirstOrThrow()
}

/** The settings are locked until the transaction ends. */
export async function lockChanges(db: Transaction<Tables>): Promise<{ changes: Changes; version: number }> {
  return db.selectFrom('settings').select(['changes', 'version']).forUpdate().executeTakeFirstOrThrow()
}

/** Starts a new series of order numbers when its settings change. */
export async function updateChanges(db: Transaction<Tables>, changes: Changes): Promise<void> {
  const before = await lockChanges(db)
  await db
    .updateTable('settings')
    .set({ changes: JSON.stringify(changes), version: sql`version + 1` })
    .execute()
  const series = orderSeriesOf(changes)
  if (!isDeepStrictEqual(series, orderSeriesOf(before.changes))) await startOrderSeries(db, series)
}

const orderSeriesOf = ({ orders = {} }: Changes) => [orders.firstNumber ?? null, orders.numberPrefix ?? '']

/** A number that an order of the same prefix has, or a lower one, is not given again. */
async function startOrderSeries(db: Transaction<Tables>, [first, prefix]: unknown[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('order_series', 0))`.execute(db)
  await db.deleteFrom('order_series').execute()
  if (first === null) return
  await sql`
    insert into order_series (prefix, shift)
    select ${prefix}, greatest(${first}::bigint, (select coalesce(max(number), 0) + 1 from orders where number_prefix = ${prefix}))
      - last_value - case when is_called then 1 else 0 end
    from order_numbers`.execute(db)
}

export async function findList(db: Database, kind: 'category' | 'collection', id: string) {
  if (kind === 'collection') {
    const all = db.selectFrom('collections').select(['name', 'slug']).where('is_hidden', '=', false)
    return all.where('id', '=', id).executeTakeFirst()
  }
  return db
    .selectFrom('categories')
    .leftJoin('categories as parent', 'parent.id', 'categories.parent_id')
    .select(['categories.name', 'categories.slug'])
    .where('categories.id', '=', id)
    .where('categories.is_hidden', '=', false)
    .where(sql<boolean>`parent.is_hidden is not true`)
    .executeTakeFirst()
}

export async function findVisitorPassword(db: Database): Promise<string | null> {
  const { visitor_password_hash } = await db
    .selectFrom('settings')
    .select('visitor_password_hash')
    .executeTakeFirstOrThrow()
  return visitor_password_hash
}

export async function updateVisitorPassword(db: Transaction<Tables>, visitor_password_hash: string | null) {
  await db.updateTable('settings').set({ visitor_password_hash }).execute()
}

export async function listPageTitles(db: Database, ids: string[]) {
  const rows = await db
    .selectFrom('pages')
    .select(['id', 'slug', 'title'])
    .where('id', '=', sql<string>`any(${ids})`)
    .where('is_published', '=', true)
    .execute()
  return new Map(rows.map(({ id, ...page }) => [id, page]))
}

export async function findCurrency(db: Database): Promise<string> {
  const { currency } = await db.selectNoFrom(sql<string>`shop_currency()`.as('currency')).executeTakeFirstOrThrow()
  return currency
}

/** PostgreSQL must know the time zone, too. */
export async function isTimeZone(db: Database, name: string): Promise<boolean> {
  const { rows } = await sql`select from pg_timezone_names where name = ${name}`.execute(db)
  return rows.length > 0
}

/** All changes of settings have this subject in the audit log. */
export const SUBJECT = 'settings:shop'
