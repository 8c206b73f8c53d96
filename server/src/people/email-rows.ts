import { UNDO_DAYS } from '@mela/contract'
import { sql } from 'kysely'
import type { Database, Transaction } from '../platform/database/database.ts'

export interface EmailChange {
  id: number
  email: string
  wasConfirmed: boolean
}

export const undoUntil = sql<Date>`now() + make_interval(days => ${UNDO_DAYS})`

const standing = (db: Database) => db.selectFrom('email_changes').where('expires_at', '>', sql<Date>`now()`)

export async function findFirstChange(db: Database, userId: string, email?: string): Promise<EmailChange | undefined> {
  return standing(db)
    .select(['id', 'email', 'was_confirmed as wasConfirmed'])
    .where('user_id', '=', userId)
    .$if(email !== undefined, query => query.where('email', '=', email ?? ''))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** No other address can take the account any more. */
export async function deleteChangesOf(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('email_changes').where('user_id', '=', userId).execute()
  await deletePendingEmail(db, userId)
}

export async function deleteChangesFrom(db: Database, userId: string, id: number): Promise<void> {
  await db.deleteFrom('email_changes').where('user_id', '=', userId).where('id', '>=', id).execute()
}

/** After the owner gave the password: addresses after the first one were set without it. */
export async function keepFirstChange(db: Database, userId: string): Promise<void> {
  const first = await findFirstChange(db, userId)
  if (first) await deleteChangesFrom(db, userId, first.id + 1)
}

export async function prolongChanges(db: Database, userId: string): Promise<void> {
  await db
    .updateTable('email_changes')
    .set({ expires_at: undoUntil })
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
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

export async function isEmailConfirmed(db: Database, userId: string): Promise<boolean> {
  const { email_confirmed_at } = await db
    .selectFrom('users')
    .select('email_confirmed_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return email_confirmed_at !== null
}

/** The mailbox's reader holds the account too, or did when this address was confirmed before. */
export async function markEmailConfirmed(db: Transaction, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_confirmed_at: sql`coalesce(email_confirmed_at, now())` })
    .where('id', '=', userId)
    .execute()
}
