import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Email } from './email-kinds.ts'

const SHOWN_DAYS = 7
const KEPT_DAYS = 30

export async function countWithheld(db: Database, kind: Email['kind']): Promise<void> {
  await db
    .insertInto('withheld_emails')
    .values({ kind })
    .onConflict(conflict => conflict.columns(['day', 'kind']).doUpdateSet({ count: sql`withheld_emails.count + 1` }))
    .execute()
}

export async function listWithheld(db: Database): Promise<{ kind: string; count: number }[]> {
  return db
    .selectFrom('withheld_emails')
    .select(['kind', ({ fn }) => fn.sum<number>('count').as('count')])
    .where('day', '>', sql<Date>`current_date - ${SHOWN_DAYS}::int`)
    .groupBy('kind')
    .orderBy('count', 'desc')
    .orderBy('kind')
    .execute()
}

export async function forgetWithheld(db: Database): Promise<void> {
  await db.deleteFrom('withheld_emails').where('day', '<', sql<Date>`current_date - ${KEPT_DAYS}::int`).execute()
}
