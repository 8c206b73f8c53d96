import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

export async function findIdByEmail(db: Database, email: string): Promise<string | undefined> {
  const found = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  return found?.id
}

export async function updatePassword(db: Database, userId: string, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
}

export async function markEmailConfirmed(db: Database, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_confirmed_at: sql`coalesce(email_confirmed_at, now())` })
    .where('id', '=', userId)
    .execute()
}
