import { UNDO_DAYS } from '@mela/contract'
import { sql } from 'kysely'
import type { Database, Transaction } from '../platform/database/database.ts'
import { blankUser, columnsOfEmail, forgetEmailProofs, forgetPasswordResets, unlessTaken } from './users.ts'

const reopenable = (db: Database) => db.selectFrom('closed_accounts').where('erase_at', '>', sql<Date>`now()`)

export async function setAside(db: Transaction, userId: string, passwordHash: string): Promise<void> {
  await db
    .insertInto('closed_accounts')
    .columns([
      'user_id',
      'first_name',
      'last_name',
      'email',
      'password_hash',
      'avatar_url',
      'was_confirmed',
      'erase_at',
    ])
    .expression(
      db
        .selectFrom('users')
        .select(['id', 'first_name', 'last_name', 'email', 'password_hash', 'avatar_url'])
        .select(sql<boolean>`email_confirmed_at is not null`.as('was_confirmed'))
        .select(sql<Date>`now() + make_interval(days => ${UNDO_DAYS})`.as('erase_at'))
        .where('id', '=', userId),
    )
    .execute()
  await blankUser(db, userId, passwordHash)
}

export async function findClosed(db: Database, userId: string) {
  return reopenable(db)
    .select(['user_id as id', 'first_name as firstName', 'last_name as lastName', 'email'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Throws a `conflict` when another account has the address. */
export async function bringBack(db: Transaction, userId: string, email: string): Promise<void> {
  await forgetEmailProofs(db, userId, email)
  await forgetPasswordResets(db, userId)
  await unlessTaken(
    db
      .updateTable('users')
      .from('closed_accounts as closed')
      .set(({ ref }) => ({
        first_name: ref('closed.first_name'),
        last_name: ref('closed.last_name'),
        ...columnsOfEmail(email),
        password_hash: ref('closed.password_hash'),
        avatar_url: ref('closed.avatar_url'),
        is_active: true,
        deleted_at: null,
      }))
      .whereRef('closed.user_id', '=', 'users.id')
      .where('users.id', '=', userId)
      .execute(),
  )
  await deleteClosed(db, userId)
}

/** Answers the picture, for the caller to remove; undefined when the account is open again. */
export async function deleteClosed(db: Transaction, userId: string): Promise<string | null | undefined> {
  const deleted = await db
    .deleteFrom('closed_accounts')
    .where('user_id', '=', userId)
    .returning('avatar_url')
    .executeTakeFirst()
  return deleted?.avatar_url
}

export async function listDueToErase(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('closed_accounts')
    .select('user_id')
    .where('erase_at', '<=', sql<Date>`now()`)
    .orderBy('erase_at')
    .execute()
  return rows.map(({ user_id }) => user_id)
}
