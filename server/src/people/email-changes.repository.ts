import { UNDO_DAYS } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { deletePendingEmail } from './pending-emails.repository.ts'

/** An undoable change of address, and the previous address. */
export interface EmailChange {
  id: number
  email: string
  wasConfirmed: boolean
}

const undoUntil = sql<Date>`now() + make_interval(days => ${UNDO_DAYS})`

const standing = (db: Database) => db.selectFrom('email_changes').where('expires_at', '>', sql<Date>`now()`)

/**
 * Stores the undo link of an address and extends the account's other links to the same time, so that none expires
 * before a later one. An unconfirmed address is stored only when there is no other, because one account could otherwise
 * reserve many people's addresses.
 */
export async function insertEmailChange(
  db: Database,
  userId: string,
  { email, isConfirmed }: { email: string; isConfirmed: boolean },
): Promise<void> {
  await prolongChanges(db, userId)
  if (!isConfirmed && (await findFirstChange(db, userId))) return
  await db
    .insertInto('email_changes')
    .values({ user_id: userId, email, was_confirmed: isConfirmed, expires_at: undoUntil })
    .execute()
}

/** The oldest change of an account, or the oldest one away from this address: it takes precedence. */
export async function findFirstChange(db: Database, userId: string, email?: string): Promise<EmailChange | undefined> {
  return standing(db)
    .select(['id', 'email', 'was_confirmed as wasConfirmed'])
    .where('user_id', '=', userId)
    .$if(email !== undefined, query => query.where('email', '=', email ?? ''))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Deletes other accounts' undo links to this address, which they had not confirmed: the caller has confirmed it. */
export async function deleteClaims(db: Database, userId: string, email: string): Promise<void> {
  await db
    .deleteFrom('email_changes')
    .where('email', '=', email)
    .where('user_id', '<>', userId)
    .where('was_confirmed', '=', false)
    .execute()
}

/** Deletes all undo links and the pending address: no other address can take the account any more. */
export async function deleteChangesOf(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('email_changes').where('user_id', '=', userId).execute()
  await deletePendingEmail(db, userId)
}

/** Deletes a change and later ones; earlier changes stay. */
export async function deleteChangesFrom(db: Database, userId: string, id: number): Promise<void> {
  await db.deleteFrom('email_changes').where('user_id', '=', userId).where('id', '>=', id).execute()
}

/** After the owner gave the password: addresses after the first one were set without it. */
export async function keepFirstChange(db: Database, userId: string): Promise<void> {
  const first = await findFirstChange(db, userId)
  if (first) await deleteChangesFrom(db, userId, first.id + 1)
}

/** All undo links of an account last for UNDO_DAYS from now. */
export async function prolongChanges(db: Database, userId: string): Promise<void> {
  await db
    .updateTable('email_changes')
    .set({ expires_at: undoUntil })
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
}

/** For a job: deletes expired undo links. */
export async function deleteExpiredChanges(db: Database): Promise<void> {
  await db.deleteFrom('email_changes').where('expires_at', '<', sql<Date>`now()`).execute()
}
