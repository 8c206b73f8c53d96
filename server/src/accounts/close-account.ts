import { type OwnerProof, paymentProblems } from '@mela/contract'
import { sql } from 'kysely'
import type { FileStore } from '../media/file-store.ts'
import { lockOpenOrders, moveOrder } from '../orders/move-order.ts'
import { hideBuyers } from '../orders/read-orders.ts'
import { prolongChanges } from '../people/email-rows.ts'
import { deleteDevicesOf } from '../people/known-devices.ts'
import { randomPassword } from '../people/passwords.ts'
import { proveOwner } from '../people/prove-owner.ts'
import { protectDemoAdmin, type SessionUser } from '../people/session-user.ts'
import { type Caller, deleteSessionsOf, lockOwner } from '../people/sessions.ts'
import { blankGuests, deleteClosed, eraseUser, lockAccount, setAside } from '../people/users.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import type { Invalidate } from '../platform/database/invalidation.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict } from '../platform/http/errors.ts'
import { enqueueEmail } from '../platform/mail/outbox.ts'
import type { Env } from '../platform/runtime/env.ts'
import { invalidateReviewed, removeAvatarFile } from './change-profile.ts'
import { lockAdminsAnd } from './staff-users.ts'

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
  await transact(db, async db => {
    await refuseToLastAdmin(db, user)
    await lockUnpaidOrders(db, user.id)
  })
  const isProven = await proveOwner(db, env, user, proof)
  const passwordHash = await randomPassword()
  const avatarUrl = await transact(db, async (db, invalidate) => {
    await refuseToLastAdmin(db, user)
    const { avatarUrl } = await lockOwner(db, user.id, token)
    await clearAccount(db, invalidate, user.id)
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

async function refuseToLastAdmin(db: Transaction, { id, role, awaitedRole, isRoleProven }: SessionUser): Promise<void> {
  if ((awaitedRole ?? role) !== 'admin') return
  const { admins } = await lockAdminsAnd(db, id)
  const others = admins.filter(admin => admin.id !== id)
  if (others.length === 0) throw conflict('The last admin cannot leave the shop.', 'last_admin')
  if (isRoleProven && others.every(other => !other.isRoleProven))
    throw conflict('Please confirm the role of another admin first.', 'last_admin')
}

/** Cancels its unpaid orders, deletes its cart, and signs it out everywhere. */
export async function clearAccount(db: Transaction, invalidate: Invalidate, userId: string): Promise<void> {
  const orders = await lockUnpaidOrders(db, userId)
  for (const order of orders) await moveOrder(db, invalidate, order, 'cancelled', userId)
  await invalidateReviewed(db, invalidate, userId)
  await db.deleteFrom('carts').where('user_id', '=', userId).execute()
  await deleteSessionsOf(db, userId)
  await deleteDevicesOf(db, userId)
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
  // Free text may name the customer.
  const orders = db.selectFrom('orders').select('id').where('user_id', '=', userId)
  await db.deleteFrom('order_notes').where('order_id', 'in', orders).execute()
  // Orders without payment or invoice lose personal data at once, others after order_retention_years().
  await anonymise(db, await erasable(db).where('orders.user_id', '=', userId).execute())
  await db.updateTable('orders').set({ guest_mailbox: null }).where('user_id', '=', userId).execute()
  await eraseUser(db, userId, passwordHash)
  await recordAudit(db, { actor, action: 'account.deleted', subject: `user:${userId}` })
}

export async function eraseClosedAccounts(db: Database, files: FileStore): Promise<void> {
  const passwordHash = await randomPassword()
  const isDue = sql<boolean>`erase_at <= now()`
  const due = await db.selectFrom('closed_accounts').select('user_id').where(isDue).orderBy('erase_at').execute()
  for (const { user_id: userId } of due) {
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

const BATCH = 500

/** A guest keeps an order without payment or invoice for so many days. */
const GUEST_DAYS = 30

const hasLeft = sql<boolean>`(users.deleted_at is not null
  or users.role = 'guest' and orders.created_at < now() - make_interval(days => ${GUEST_DAYS}))`

export async function anonymiseDueOrders(db: Database): Promise<number> {
  let count = 0
  for (;;) {
    const changed = await transact(db, anonymiseSome)
    count += changed
    if (changed < BATCH) break
  }
  await transact(db, eraseGuests)
  await forgetRecipients(db)
  return count
}

/** A guest goes with the last of their orders. */
async function eraseGuests(db: Transaction): Promise<void> {
  const gone = await db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`role = 'guest' and deleted_at is null`)
    .where(sql<boolean>`not exists (select from orders where user_id = users.id and anonymised_at is null)`)
    .execute()
  const ids = gone.map(({ id }) => id)
  await blankGuests(db, ids)
}

/** Of cards that staff made; those that were bought go with their orders. */
async function forgetRecipients(db: Database): Promise<void> {
  await sql`
    update gift_cards set recipient_email = null, message = null
    where made_by is not null and recipient_email is not null and balance_cents = 0
      and created_at < now() - make_interval(years => order_retention_years())`.execute(db)
}

async function anonymiseSome(db: Transaction): Promise<number> {
  const orders = await erasable(db)
    .innerJoin('users', 'users.id', 'orders.user_id')
    .where(hasLeft)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('closed_accounts').select('user_id').whereRef('user_id', '=', 'users.id'))),
    )
    .limit(BATCH)
    .execute()
  await anonymise(db, orders)
  return orders.length
}

function erasable(db: Transaction) {
  return db
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.anonymised_at', 'is', null)
    .where(isErasable)
    .orderBy('orders.id')
    .forUpdate('orders')
}

/** Accounting needs captured and pending payments, and invoices, which name their order's buyer. */
const isErasable = sql<boolean>`(orders.created_at < now() - make_interval(years => order_retention_years())
  or orders.status = 'cancelled'
  and not exists (select from invoices where order_id = orders.id and not is_test)
  and not exists (
    select from payments where order_id = orders.id and case payments.status
      when 'completed' then true
      when 'pending' then payments.problem is null
      else payments.problem <> ${paymentProblems.unapproved} end
  ))`

/** savePayment() keeps the payer out of later reports. */
async function anonymise(db: Transaction, orders: { id: string }[]): Promise<void> {
  const ids = orders.map(({ id }) => id)
  if (ids.length === 0) return

  await hideBuyers(db, ids)
  await db
    .updateTable('payments')
    .set({ email_address: null })
    .where('order_id', '=', sql<string>`any(${ids})`)
    .where('email_address', 'is not', null)
    .execute()
  await db.deleteFrom('order_notes').where('order_id', '=', sql<string>`any(${ids})`).execute()
  await eraseDisputeAnswers(db, ids)
}

/** The provider's sentence may repeat the buyer's personal data. */
async function eraseDisputeAnswers(db: Transaction, orderIds: string[]): Promise<void> {
  const erased = db
    .selectFrom('dispute_answers')
    .innerJoin('disputes', 'disputes.id', 'dispute_id')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select('dispute_answers.id')
    .where('order_id', '=', sql<string>`any(${orderIds})`)
  await db.deleteFrom('dispute_files').where('answer_id', 'in', erased).execute()
  await db
    .updateTable('dispute_answers')
    .set({ text: null, tracking_number: null, refusal: null })
    .where('id', 'in', erased)
    .execute()
}
