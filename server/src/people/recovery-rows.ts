import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { forgetPasswordResets } from './users.ts'

export async function findIdByEmail(db: Database, email: string): Promise<string | undefined> {
  const found = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  return found?.id
}

/** Of several former holders one that had confirmed the address comes first: others may have opened accounts there. */
export async function findAccountByEmail(
  db: Database,
  email: string,
): Promise<{ id: string; isClosed: boolean } | undefined> {
  const { rows } = await sql<{ id: string; isClosed: boolean }>`
    select id, exists (select from closed_accounts where user_id = id and erase_at > now()) as "isClosed" from (
      select id, 1 as rank, true as was_confirmed from users where email = ${email}
      union all select user_id, 2, was_confirmed from email_changes where email = ${email} and expires_at > now()
      union all select user_id, 2, was_confirmed from closed_accounts where email = ${email} and erase_at > now()
    ) as known order by rank, was_confirmed desc, id limit 1`.execute(db)
  return rows[0]
}

export async function updatePassword(db: Database, userId: string, passwordHash: string): Promise<void> {
  await forgetPasswordResets(db, userId)
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
}
