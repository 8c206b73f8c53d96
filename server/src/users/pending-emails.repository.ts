import { UNDO_DAYS } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** Where an account with two-factor sign-in moves once the link that was sent there is opened (ADR 0021). */
export interface PendingEmail {
  email: string
  /** Whether the password and a code came along. */
  isProven: boolean
}

/** Replaces an earlier one. Requires that two-factor sign-in is on. */
export async function savePendingEmail(
  db: Database,
  userId: string,
  { email, isProven: is_proven }: PendingEmail,
): Promise<void> {
  const pending = { email, is_proven, expires_at: sql<Date>`now() + make_interval(days => ${UNDO_DAYS})` }
  await db
    .insertInto('pending_emails')
    .values({ user_id: userId, ...pending })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(pending))
    .execute()
}

export async function findPendingEmail(db: Database, userId: string): Promise<PendingEmail | undefined> {
  return db
    .selectFrom('pending_emails')
    .select(['email', 'is_proven as isProven'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

export async function deletePendingEmail(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('pending_emails').where('user_id', '=', userId).execute()
}
