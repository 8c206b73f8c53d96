import { UNDO_DAYS } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

/** The account moves once the emailed link is opened (ADR 0021). Requires two-factor sign-in. */
export async function savePendingEmail(db: Database, userId: string, email: string): Promise<void> {
  const pending = { email, expires_at: sql<Date>`now() + make_interval(days => ${UNDO_DAYS})` }
  await db
    .insertInto('pending_emails')
    .values({ user_id: userId, ...pending })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(pending))
    .execute()
}

export async function findPendingEmail(db: Database, userId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('pending_emails')
    .select('email')
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return found?.email
}

export async function deletePendingEmail(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('pending_emails').where('user_id', '=', userId).execute()
}
