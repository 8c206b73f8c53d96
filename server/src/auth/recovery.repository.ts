import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

export async function findIdByEmail(db: Database, email: string): Promise<string | undefined> {
  const found = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  return found?.id
}

/** Whoever came by a letter's link reads at the address that it was sent to. */
export async function updateForgottenPassword(db: Database, userId: string, passwordHash: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: passwordHash, email_confirmed_at: sql`coalesce(email_confirmed_at, now())` })
    .where('id', '=', userId)
    .execute()
}

export async function deleteSessionsOf(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}
