import type { OwnerProof } from '@mela/contract'
import { deleteNotesAbout } from '../fulfilment/order-notes.ts'
import type { FileStore } from '../media/file-store.ts'
import { lockOpenOrders } from '../orders/lock-order.ts'
import { moveOrder } from '../orders/move-order.ts'
import { deleteClosed, listDueToErase, setAside } from '../people/closed-accounts.ts'
import { prolongChanges } from '../people/email-rows.ts'
import { deleteDevicesOf } from '../people/known-devices.ts'
import { randomPassword } from '../people/passwords.ts'
import { proveOwner } from '../people/prove-owner.ts'
import { accountRole, protectDemoAdmin, type SessionUser } from '../people/session-user.ts'
import { type Caller, deleteSessionsOf, lockOwner } from '../people/sessions.ts'
import { lockAdminsAnd } from '../people/user-lists.ts'
import { eraseUser, lockAccount } from '../people/users.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import type { Invalidate } from '../platform/database/invalidation.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict } from '../platform/http/errors.ts'
import { enqueueEmail } from '../platform/mail/outbox.ts'
import type { Env } from '../platform/runtime/env.ts'
import { anonymiseOrdersOf } from './anonymise-orders.ts'
import { invalidateReviewed, removeAvatarFile } from './change-profile.ts'

const ORDER_UNDER_WAY =
  'You have an order that is being packed or on its way. Cancel it, or delete your account once it has arrived.'

/** With the password the account is erased at once, else after UNDO_DAYS; answers whether it is erased. */
export async function closeAccount(
  db: Database,
  env: Env,
  files: FileStore,
  { user, token }: Caller,
  proof: OwnerProof,
): Promise<boolean> {
  protectDemoAdmin(env, user)
  // Also before the proof: a refusal must not use up a recovery code.
  await transact(db, db => refuseToLeave(db, user))
  const isProven = await proveOwner(db, env, user, proof)
  const passwordHash = await randomPassword()
  const avatarUrl = await transact(db, async (db, invalidate) => {
    if (accountRole(user) === 'admin') await refuseToLastAdmin(db, user)
    const { avatarUrl } = await lockOwner(db, user.id, token)
    await cancelOpenOrders(db, invalidate, user.id)
    await invalidateReviewed(db, invalidate, user.id)
    await deleteSessionsOf(db, user.id)
    await deleteDevicesOf(db, user.id)
    if (isProven) await eraseAccount(db, user.id, { actor: user.id, passwordHash })
    else await keepUndoLink(db, user.id, passwordHash)
    return avatarUrl
  })
  if (isProven) await removeAvatarFile(files, avatarUrl)
  return isProven
}

async function keepUndoLink(db: Transaction, userId: string, passwordHash: string): Promise<void> {
  await setAside(db, userId, passwordHash)
  await prolongChanges(db, userId)
  await enqueueEmail(db, { kind: 'account-closed', user: userId })
  await recordAudit(db, { actor: userId, action: 'account.closed', subject: `user:${userId}` })
}

async function refuseToLeave(db: Transaction, user: SessionUser): Promise<void> {
  if (accountRole(user) === 'admin') await refuseToLastAdmin(db, user)
  await lockUnpaidOrders(db, user.id)
}

async function refuseToLastAdmin(db: Transaction, { id }: SessionUser): Promise<void> {
  const { admins } = await lockAdminsAnd(db, id)
  if (admins.every(admin => admin === id)) throw conflict('The last admin cannot leave the shop.', 'last_admin')
}

/** Throws a `conflict` while a paid order is being packed or shipped. */
export async function cancelOpenOrders(db: Transaction, invalidate: Invalidate, userId: string): Promise<void> {
  const orders = await lockUnpaidOrders(db, userId)
  for (const order of orders) await moveOrder(db, invalidate, order, 'cancelled', userId)
}

async function lockUnpaidOrders(db: Transaction, userId: string) {
  const orders = await lockOpenOrders(db, userId)
  if (orders.some(({ status }) => status !== 'pending')) throw conflict(ORDER_UNDER_WAY, 'order_under_way')
  return orders
}

/** Orders, payments and reviews stay, but carry no name. */
async function eraseAccount(
  db: Transaction,
  userId: string,
  { actor, passwordHash }: { actor: string | null; passwordHash: string },
): Promise<void> {
  await deleteNotesAbout(db, userId)
  await anonymiseOrdersOf(db, userId)
  await eraseUser(db, userId, passwordHash)
  await recordAudit(db, { actor, action: 'account.deleted', subject: `user:${userId}` })
}

export async function eraseClosedAccounts(db: Database, files: FileStore): Promise<void> {
  const passwordHash = await randomPassword()
  for (const userId of await listDueToErase(db)) {
    const avatarUrl = await transact(db, db => eraseDue(db, userId, passwordHash))
    await removeAvatarFile(files, avatarUrl)
  }
}

async function eraseDue(db: Transaction, userId: string, passwordHash: string): Promise<string | null> {
  await lockAccount(db, userId)
  const avatarUrl = await deleteClosed(db, userId)
  if (avatarUrl === undefined) return null
  await eraseAccount(db, userId, { actor: null, passwordHash })
  return avatarUrl
}
