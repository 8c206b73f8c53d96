import type { Role, User } from '@mela/contract'
import { violates } from '../database/constraints.ts'
import type { Database } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import type { SessionUser } from '../http/auth.ts'
import { conflict } from '../http/errors.ts'
import { userColumns } from './present-user.ts'

export interface NewUser {
  name: User['name']
  /** Lower-cased, as the contract's rule leaves it. */
  email: string
  passwordHash: string
  role: Role
}

/** A new active user; a conflict when the e-mail is taken (DECISIONS B62). */
export async function insertUser(db: Database, { name, email, passwordHash, role }: NewUser): Promise<SessionUser> {
  try {
    return await db
      .insertInto('users')
      .values({
        id: newId(),
        first_name: name.firstName,
        last_name: name.lastName,
        email,
        password_hash: passwordHash,
        role,
      })
      .returning(userColumns)
      .executeTakeFirstOrThrow()
  } catch (error) {
    if (violates(error, 'users_email_key')) throw conflict('User with this email already exists!')
    throw error
  }
}

/** The only read of a password's hash; it stays beside the user, never in it. */
export async function findUserWithPassword(
  db: Database,
  by: { email: string } | { id: string },
): Promise<{ user: SessionUser; passwordHash: string } | undefined> {
  const found = await db
    .selectFrom('users')
    .select([...userColumns, 'password_hash'])
    .where(({ and }) => and(by))
    .executeTakeFirst()
  if (!found) return undefined

  const { password_hash: passwordHash, ...user } = found
  return { user, passwordHash }
}

/** Waits for whoever is just changing it, and keeps it as it is until this transaction ends. */
export async function isPasswordStill(db: Database, userId: string, passwordHash: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('password_hash', '=', passwordHash)
    .forShare()
    .executeTakeFirst()
  return found !== undefined
}

/** False when the password is not the old one any more. */
export async function replacePassword(
  db: Database,
  userId: string,
  oldHash: string,
  newHash: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash: newHash })
    .where('id', '=', userId)
    .where('password_hash', '=', oldHash)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Whoever locks the same customer next waits until this transaction ends; orders and reviews go on meanwhile. */
export async function lockUser(db: Database, userId: string): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}
