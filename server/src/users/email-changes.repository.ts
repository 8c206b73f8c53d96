import { UNDO_DAYS } from '@mela/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** A change of address that can still be undone, and the address from before it. */
export interface EmailChange {
  id: number
  email: string
  wasConfirmed: boolean
}

interface AddressBefore {
  email: string
  isConfirmed: boolean
}

const undoUntil = sql<Date>`now() + make_interval(days => ${UNDO_DAYS})`
const untilConfirmed = sql<Date>`'infinity'`

const standing = (db: Database) => db.selectFrom('email_changes').where('expires_at', '>', sql<Date>`now()`)

/**
 * Keeps the way back to an address after a change without the password, and gives those that stand the same time, so that none ends before a later one, or right
 * after a change. One that was never confirmed is kept only when there is no other, or one account could reserve the
 * addresses of many strangers.
 */
export async function insertEmailChange(db: Database, userId: string, before: AddressBefore): Promise<void> {
  await prolongChanges(db, userId)
  const isTwoFactor = await hasTwoFactor(db, userId)
  if (!before.isConfirmed && (await findFirstChange(db, userId))) return
  await insertChange(db, userId, before, {
    expires_at: isTwoFactor ? untilConfirmed : undoUntil,
    undo_until: undoUntil,
  })
}

/** Once the owner has given the password: addresses that came after the first one were set without it. */
export async function keepFirstChange(db: Database, userId: string): Promise<void> {
  const first = await findFirstChange(db, userId)
  if (first) await deleteChangesFrom(db, userId, first.id + 1)
}

/**
 * After a change with the password. With two-factor sign-in on, the last confirmed address stands until the new one is
 * confirmed: the reader of a mistyped address cannot take the account over, and must not be kept from one of their own.
 */
export async function keepConfirmedAddress(db: Database, userId: string, before: AddressBefore): Promise<void> {
  await keepFirstChange(db, userId)
  if (!(await hasTwoFactor(db, userId))) return
  if (before.isConfirmed) await insertChange(db, userId, before, { expires_at: untilConfirmed })
  else await keepFirstUntilConfirmed(db, userId)
}

/** The oldest change of an account, or the oldest one away from this address: it has the right before later ones. */
export async function findFirstChange(db: Database, userId: string, email?: string): Promise<EmailChange | undefined> {
  return standing(db)
    .select(['id', 'email', 'was_confirmed as wasConfirmed'])
    .where('user_id', '=', userId)
    .$if(email !== undefined, query => query.where('email', '=', email ?? ''))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Whether the account has left this address, confirmed, by a change that can still be undone (B66). */
export async function wasConfirmedBefore(db: Database, userId: string, email: string): Promise<boolean> {
  const change = standing(db).select('id').where('user_id', '=', userId).where('email', '=', email)
  return (await change.where('was_confirmed', '=', true).limit(1).executeTakeFirst()) !== undefined
}

/** A change that is undone takes later ones with it; earlier ones stay as they are. */
export async function deleteChangesFrom(db: Database, userId: string, id: number): Promise<void> {
  await db.deleteFrom('email_changes').where('user_id', '=', userId).where('id', '>=', id).execute()
}

/** All ways back of an account last for UNDO_DAYS from now. */
export async function prolongChanges(db: Database, userId: string): Promise<void> {
  await db
    .updateTable('email_changes')
    .set({
      expires_at: sql`case expires_at when 'infinity' then expires_at else ${undoUntil} end`,
      undo_until: undoUntil,
    })
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
}

/** A job's work: nothing depends on it. */
export async function deleteExpiredChanges(db: Database): Promise<void> {
  await db.deleteFrom('email_changes').where('expires_at', '<', sql<Date>`now()`).execute()
}

const insertChange = (
  db: Database,
  userId: string,
  { email, isConfirmed }: AddressBefore,
  until: { expires_at: RawBuilder<Date>; undo_until?: RawBuilder<Date> },
) =>
  db
    .insertInto('email_changes')
    .values({ user_id: userId, email, was_confirmed: isConfirmed, ...until })
    .execute()

async function keepFirstUntilConfirmed(db: Database, userId: string): Promise<void> {
  const first = await findFirstChange(db, userId)
  if (!first) return
  await db
    .updateTable('email_changes')
    .set({ expires_at: untilConfirmed, undo_until: sql`expires_at` })
    .where('id', '=', first.id)
    .where('expires_at', '<', untilConfirmed)
    .execute()
}

async function hasTwoFactor(db: Database, userId: string): Promise<boolean> {
  const found = db.selectFrom('two_factor').select('user_id').where('user_id', '=', userId)
  return (await found.where('confirmed_at', 'is not', null).executeTakeFirst()) !== undefined
}
