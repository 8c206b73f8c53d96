import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { record } from '../audit/audit.repository.ts'
import { hashPassword } from '../auth/passwords.ts'
import { deleteSessionsOf } from '../auth/sessions.repository.ts'
import { changing, type Touch } from '../database/changes.ts'
import type { Database } from '../database/database.ts'
import { retrying } from '../database/retrying.ts'
import type { Tables } from '../database/tables.ts'
import type { Env } from '../env.ts'
import type { SessionUser } from '../http/auth.ts'
import { conflict } from '../http/errors.ts'
import type { FileStore } from '../media/file-store.ts'
import { moveOrder } from '../orders/move-order.ts'
import { deleteNotesAbout } from '../orders/order-notes.repository.ts'
import { lockOpenOrders } from '../orders/order-payment.repository.ts'
import { protectDemoAdmin } from '../users/demo-admin.ts'
import { lockAdminsAnd } from '../users/staff-users.repository.ts'
import { eraseUser, lockUser } from '../users/users.repository.ts'
import { anonymiseOrdersOf } from './anonymise-orders.ts'
import { removeAvatarFile } from './avatar.service.ts'
import { touchReviewed } from './touch-reviewed.ts'

/**
 * Forgets a person for good: what is not paid is cancelled, what is personal erased. Orders, payments and reviews stay,
 * without a name. Refused while something bought is on its way, and to the last admin (DECISIONS B67).
 */
export async function closeAccount(db: Database, env: Env, files: FileStore, user: SessionUser): Promise<void> {
  protectDemoAdmin(env, user)
  const nobodysPassword = await hashPassword(randomBytes(24).toString('hex'))
  const avatarUrl = await retrying(() =>
    changing(db, async (db, touch) => {
      if (user.role === 'admin') await refuseToLastAdmin(db, user)
      const { avatarUrl } = await lockUser(db, user.id)
      await cancelOpenOrders(db, touch, user.id)
      await touchReviewed(db, touch, user.id)
      await deleteSessionsOf(db, user.id)
      await deleteNotesAbout(db, user.id)
      await anonymiseOrdersOf(db, user.id)
      await eraseUser(db, user.id, nobodysPassword)
      await record(db, { actor: user.id, action: 'account.deleted', subject: `user:${user.id}` })
      return avatarUrl
    }),
  )
  await removeAvatarFile(files, avatarUrl)
}

async function refuseToLastAdmin(db: Transaction<Tables>, { id }: SessionUser): Promise<void> {
  const { admins } = await lockAdminsAnd(db, id)
  if (admins.every(admin => admin === id)) throw conflict('The last admin cannot leave the shop.')
}

async function cancelOpenOrders(db: Transaction<Tables>, touch: Touch, userId: string): Promise<void> {
  const orders = await lockOpenOrders(db, userId)
  if (orders.some(({ status }) => status !== 'pending')) {
    throw conflict('You have an order on its way. Please delete your account once it has arrived.')
  }
  for (const order of orders) await moveOrder(db, touch, order, 'cancelled', userId)
}
