import { type ProfileInput, type Role, UNDO_DAYS, UNREACHABLE_DOMAIN, type User } from '@mela/contract'
import { sql } from 'kysely'
import { violates } from '../platform/database/constraints.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import { ShopError, unauthenticated } from '../platform/http/errors.ts'
import { type SessionUser, userColumns } from './session-user.ts'

interface NewUser {
  name: User['name']
  email: string
  passwordHash: string
  role: Role
}

export async function insertUser(db: Database, { name, email, passwordHash, role }: NewUser): Promise<SessionUser> {
  const row = {
    id: newId(),
    first_name: name.firstName,
    last_name: name.lastName,
    email,
    password_hash: passwordHash,
    role,
  }
  return unlessTaken(db.insertInto('users').values(row).returning(userColumns).executeTakeFirstOrThrow())
}

/** Guests may share an address with an account and with each other. The indexes need the literal. */
const isAccount = sql<boolean>`users.role <> 'guest'`

/** No other query reads a password's hash. */
export async function findUserWithPassword(db: Database, by: { email: string } | { id: string }) {
  const found = await db
    .selectFrom('users')
    .select([...userColumns, 'password_hash'])
    .where(({ and }) => and(by))
    .where(isAccount)
    .executeTakeFirst()
  if (!found) return undefined

  const { password_hash: passwordHash, ...user } = found
  return { user, passwordHash }
}

/** Links to a new password end with the one that they were asked for. */
async function forgetPasswordResets(db: Database, userId: string): Promise<void> {
  const resets = db.updateTable('user_tokens').set({ email: '' }).where('purpose', '=', 'password-reset')
  await resets.where('user_id', '=', userId).execute()
}

/** A new address is unconfirmed, and its mailbox is new unless it delivers to the one before. */
const columnsOfEmail = (email: string) => ({
  email,
  email_confirmed_at: sql<Date | null>`case when users.email = ${email} then email_confirmed_at end`,
  email_since: sql<Date>`case when mailbox_of(users.email) = mailbox_of(${email}) then email_since else now() end`,
})

/** Before the address changes: links sent to one that the account neither has nor can be given back prove nothing. */
async function forgetEmailProofs(db: Database, userId: string, email: string): Promise<void> {
  await sql`
    update user_tokens token set email = ''
    from users where users.id = ${userId} and users.email <> ${email}
      and user_id = users.id and purpose in ('password-reset', 'confirm-email') and token.email <> ${email}
      and not exists (
        select from email_changes change
        where change.user_id = users.id and change.email = token.email and change.expires_at > now()
      )`.execute(db)
}

/** Blocks other locks, placing an order included; throws when the account is gone or deactivated. */
export const lockUser = (db: Transaction, userId: string): Promise<SessionUser> =>
  activeUser(db, userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => unauthenticated())

/** Throws when the account is deleted; a deletion waits for this transaction. */
export async function shareUserLock(db: Transaction, userId: string): Promise<void> {
  await activeUser(db, userId)
    .forShare()
    .executeTakeFirstOrThrow(() => unauthenticated())
}

const activeUser = (db: Database, userId: string) =>
  db.selectFrom('users').select(userColumns).where('id', '=', userId).where('is_active', '=', true)

export async function updateProfile(db: Transaction, userId: string, { name, email }: Partial<ProfileInput>) {
  const names = name && { first_name: name.firstName, last_name: name.lastName }
  if (email !== undefined) await forgetEmailProofs(db, userId, email)
  return unlessTaken(
    db
      .updateTable('users')
      .set({ ...names, ...(email !== undefined && columnsOfEmail(email)) })
      .where('id', '=', userId)
      .returning(userColumns)
      .executeTakeFirstOrThrow(),
  )
}

export async function eraseUser(db: Transaction, userId: string, passwordHash: string): Promise<void> {
  for (const table of ['addresses', 'two_factor', 'user_tokens', 'email_changes', 'closed_accounts'] as const) {
    await db.deleteFrom(table).where('user_id', '=', userId).execute()
  }
  await blankUser(db, userId, passwordHash)
}

/** The domain cannot be registered. */
export const unreachableEmail = (userId: string) => `${userId}@${UNREACHABLE_DOMAIN}`

async function blankUser(db: Transaction, userId: string, passwordHash: string): Promise<void> {
  await forgetEmailProofs(db, userId, unreachableEmail(userId))
  await forgetPasswordResets(db, userId)
  await db
    .updateTable('users')
    .set({
      first_name: 'Deleted',
      last_name: 'user',
      password_hash: passwordHash,
      avatar_url: null,
      ...columnsOfEmail(unreachableEmail(userId)),
      email_confirmed_at: null,
      is_active: false,
      // Staff whose account is restored are customers until an admin gives them a role.
      role: 'customer',
      is_role_proven: true,
      deleted_at: sql<Date>`coalesce(deleted_at, now())`,
    })
    .where('id', '=', userId)
    .execute()
}

/** After their orders were erased or went to an account. Their rows stay, because keys and other rows name them. */
export async function blankGuests(db: Transaction, ids: string[]): Promise<void> {
  const guests = sql<string>`any(${ids})`
  for (const table of ['sessions', 'user_tokens'] as const) {
    await db.deleteFrom(table).where('user_id', '=', guests).execute()
  }
  await db
    .updateTable('users')
    .set({
      first_name: 'Deleted',
      last_name: 'user',
      email: sql<string>`id || '@' || ${UNREACHABLE_DOMAIN}`,
      is_active: false,
      deleted_at: sql<Date>`now()`,
    })
    .where('id', '=', guests)
    .execute()
}

export function lockAccount(db: Transaction, userId: string): Promise<SessionUser | undefined> {
  return db.selectFrom('users').select(userColumns).where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()
}

const TAKEN = 'User with this email already exists!'
const taken = () => new ShopError('conflict', TAKEN, { code: 'email_taken', errors: { email: TAKEN } })

/** Throws a `conflict` when another account has the address, or can be given it back. */
export async function refuseTakenEmail(db: Database, userId: string, email: string): Promise<void> {
  const { rows } = await sql`
    select from users where email = ${email} and id <> ${userId} and ${isAccount}
    union all
    select from email_changes where email = ${email} and user_id <> ${userId} and expires_at > now()`.execute(db)
  if (rows.length > 0) throw taken()
}

async function unlessTaken<Result>(writing: Promise<Result>): Promise<Result> {
  try {
    return await writing
  } catch (error) {
    if (violates(error, 'users_email_key')) throw taken()
    throw error
  }
}

export async function findIdByEmail(db: Database, email: string): Promise<string | undefined> {
  const found = await db.selectFrom('users').select('id').where('email', '=', email).where(isAccount).executeTakeFirst()
  return found?.id
}

/** Of several former holders one that had confirmed the address comes first: others may have opened accounts there. */
export async function findAccountByEmail(db: Database, email: string) {
  const { rows } = await sql<{ id: string; isClosed: boolean }>`
    select id, exists (select from closed_accounts where user_id = id and erase_at > now()) as "isClosed" from (
      select id, 1 as rank, true as was_confirmed from users where email = ${email} and ${isAccount}
      union all select user_id, 2, was_confirmed from email_changes where email = ${email} and expires_at > now()
      union all select user_id, 2, was_confirmed from closed_accounts where email = ${email} and erase_at > now()
    ) as known order by rank, was_confirmed desc, id limit 1`.execute(db)
  return rows[0]
}

/** Answers false when the password is no longer that of `oldHash`. */
export async function updatePassword(db: Database, userId: string, passwordHash: string, oldHash?: string) {
  await forgetPasswordResets(db, userId)
  const update = db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId)
  const { numUpdatedRows } = await (oldHash ? update.where('password_hash', '=', oldHash) : update).executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function setAside(db: Transaction, userId: string, passwordHash: string): Promise<void> {
  await sql`
    insert into closed_accounts
      (user_id, first_name, last_name, email, password_hash, avatar_url, was_confirmed, erase_at)
    select id, first_name, last_name, email, password_hash, avatar_url, email_confirmed_at is not null,
      now() + make_interval(days => ${UNDO_DAYS})
    from users where id = ${userId}`.execute(db)
  await blankUser(db, userId, passwordHash)
}

export async function findClosed(db: Database, userId: string) {
  return db
    .selectFrom('closed_accounts')
    .select([
      'user_id as id',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'was_confirmed as wasConfirmed',
    ])
    .where('user_id', '=', userId)
    .where('erase_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

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
