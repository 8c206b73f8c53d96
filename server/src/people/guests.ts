import { createHash } from 'node:crypto'
import type { User } from '@mela/contract'
import { sql } from 'kysely'
import type { Database, Transaction } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import { blankGuests } from './users.ts'

/** A repeated key makes the id that it made before, so that a lost answer places no second order. */
export function guestIdOf(email: string, key: string | undefined): string {
  if (!key) return newId()
  return createHash('sha256')
    .update(JSON.stringify(['guest', email, key]))
    .digest('hex')
    .slice(0, 24)
}

/** Ends the guest's sessions and links. Answers the former address; undefined where this is no guest, or none any more. */
export async function correctGuestEmail(db: Transaction, id: string, email: string): Promise<string | undefined> {
  const guest = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .where(sql<boolean>`role = 'guest' and deleted_at is null`)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!guest) return undefined
  await db.deleteFrom('sessions').where('user_id', '=', id).execute()
  await expireGuestLinks(db, id)
  await db.updateTable('users').set({ email }).where('id', '=', id).execute()
  const guest_mailbox = sql<string>`mailbox_of(${email})`
  await db.updateTable('orders').set({ guest_mailbox }).where('user_id', '=', id).execute()
  return guest.email
}

export async function expireGuestLinks(db: Database, id: string): Promise<void> {
  await db
    .updateTable('user_tokens')
    .set({ expires_at: sql<Date>`now()` })
    .where('user_id', '=', id)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
}

interface Guest {
  id: string
  email: string
  name: User['name']
}

/**
 * Answers whether it is new: one that exists has an order. A parallel request with the same key waits here. No look-up
 * tells whether the address has an account.
 */
export async function insertGuest(db: Transaction, { id, email, name }: Guest): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('users')
    .values({ id, email, first_name: name.firstName, last_name: name.lastName, password_hash: '', role: 'guest' })
    .onConflict(conflict => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows !== 0n
}

/**
 * Gives the orders of guests to the account whose holder has shown to read at their address: find guests → move orders
 * and payments → blank the guests, whose sessions and links end. Answers the number of orders; `only` is the one guest
 * whose link was shown, which proves nothing about the others.
 */
export async function adoptGuestOrders(
  db: Transaction,
  account: { id: string; email: string },
  only?: string,
): Promise<number> {
  const ofAddress = db
    .selectFrom('users')
    .select('id')
    .where('email', '=', account.email)
    .where(sql<boolean>`role = 'guest' and deleted_at is null`)
  const guests = await (only === undefined ? ofAddress : ofAddress.where('id', '=', only))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (guests.length === 0) return 0
  const ids = guests.map(({ id }) => id)
  const ofGuests = sql<string>`any(${ids})`
  const user_id = account.id
  const moved = await db.updateTable('orders').set({ user_id }).where('user_id', '=', ofGuests).executeTakeFirst()
  await db.updateTable('payments').set({ user_id }).where('user_id', '=', ofGuests).execute()
  for (const table of ['order_history', 'refunds'] as const) {
    await db.updateTable(table).set({ actor_id: account.id }).where('actor_id', '=', ofGuests).execute()
  }
  await blankGuests(db, ids)
  return Number(moved.numUpdatedRows)
}
