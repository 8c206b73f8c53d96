import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

export async function isEmailConfirmed(db: Database, userId: string): Promise<boolean> {
  const { email_confirmed_at } = await db
    .selectFrom('users')
    .select('email_confirmed_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return email_confirmed_at !== null
}

export async function markEmailConfirmed(db: Database, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_confirmed_at: sql`coalesce(email_confirmed_at, now())` })
    .where('id', '=', userId)
    .execute()
}
