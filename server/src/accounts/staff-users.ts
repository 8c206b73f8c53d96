import {
  type BodyOf,
  type Calls,
  type CustomerOverview,
  fromCents,
  type ListQuery,
  type OwnerProof,
  type PaymentMode,
  type QueryOf,
  type Role,
  type User,
} from '@mela/contract'
import { type Expression, type SqlBool, sql } from 'kysely'
import { deleteReviewsOf } from '../catalog/write-review.ts'
import { isSale } from '../payments/rows.ts'
import { deleteChangesOf } from '../people/email-rows.ts'
import { beginProof, roleIsUnproven } from '../people/prove-owner.ts'
import { noUser, presentUser, protectDemoAdmin, type SessionUser, userColumns } from '../people/session-user.ts'
import { type Caller, deleteSessionsOf, listSessionsOf, lockOwner, revokeSessions } from '../people/sessions.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { isoTime } from '../platform/database/days.ts'
import { findIds } from '../platform/database/ids.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, forbidden, invalid } from '../platform/http/errors.ts'
import { enqueueEmail } from '../platform/mail/outbox.ts'
import type { Env } from '../platform/runtime/env.ts'
import { listAddressesOf } from './addresses.ts'

export async function showUser(db: Database, id: string): Promise<User> {
  return presentUser(await requireUser(db, id))
}

interface Change {
  caller: Caller
  userId: string
}

/** An admin counts as proven once another one has given the role with their password, again where they had it. */
export async function giveRole(
  db: Database,
  env: Env,
  { caller, userId }: Change,
  { role, userId: named = userId, ...proof }: BodyOf<Calls['PATCH /users/:userId']>,
): Promise<User> {
  if (named !== userId) throw invalid({ userId: 'This is another user.' })
  if (userId === caller.user.id) throw conflict('You cannot change your own role.', 'own_account')

  const isProven = role !== 'admin' || (await proveChange(db, env, { caller, userId }, proof))
  return changingUser(db, env, { caller, userId }, async (db, user, actor) => {
    refuseUnproven(actor, { role })
    if (user.role !== role || (isProven && !user.isRoleProven))
      await updateRole(db, user, { role, actor: actor.id, isProven })
    return { ...user, role }
  })
}

export async function setStatus(
  db: Database,
  env: Env,
  { caller, userId }: Change,
  input: BodyOf<Calls['PATCH /users/user/:id/status']>,
): Promise<User> {
  if (userId === caller.user.id) throw conflict('You cannot deactivate your own account.', 'own_account')

  const isProven = await proveChange(db, env, { caller, userId }, input ?? {})
  return changingUser(db, env, { caller, userId }, async (db, user, actor) => {
    const isActive = input?.status ?? !user.isActive
    if (user.isActive === isActive) return user
    const isAppointed = isActive && user.role === 'admin'
    const changed = { is_active: isActive, ...(isAppointed && { is_role_proven: isProven }) }
    await db.updateTable('users').set(changed).where('id', '=', userId).execute()
    if (!isActive) await deleteSessionsOf(db, userId)
    const action = `${user.role}.${isActive ? 'activated' : 'deactivated'}` as const
    const [before, after] = [{ status: user.isActive }, { status: isActive }]
    await recordAudit(db, { actor: actor.id, action, subject: `user:${userId}`, before, after })
    return { ...user, isActive }
  })
}

/** False when the password is missing. No code is taken for a user who cannot be changed. */
async function proveChange(db: Database, env: Env, { caller, userId }: Change, proof: OwnerProof): Promise<boolean> {
  if (proof.password === undefined) return false
  const takeCode = await beginProof(db, env, caller.user, proof)
  protectDemoAdmin(env, await requireUser(db, userId))
  await takeCode()
  return true
}

/** Admins change accounts one after the other, only while they are admins, so the last proven admin always stays. */
async function changingUser(
  db: Database,
  env: Env,
  { caller, userId }: Change,
  change: (db: Transaction, user: SessionUser, actor: SessionUser) => Promise<SessionUser>,
): Promise<User> {
  return transact(db, async db => {
    const { user } = await lockAdminsAnd(db, userId)
    const actor = await lockOwner(db, caller.user.id, caller.token)
    if (actor.role !== 'admin') throw forbidden()
    if (!user || user.role === 'guest') throw noUser()
    protectDemoAdmin(env, user)
    refuseUnproven(actor, user)
    return presentUser(await change(db, user, actor))
  })
}

/** A stolen session can appoint an admin, who must not lock out the admins whose role is proven. */
function refuseUnproven(actor: SessionUser, { role }: Pick<SessionUser, 'role'>): void {
  if (role === 'admin' && !actor.isRoleProven) throw roleIsUnproven()
}

const requireUser = (db: Database, id: string): Promise<SessionUser> =>
  db.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirstOrThrow(noUser)

export async function showOverview(db: Database, userId: string, mode: PaymentMode): Promise<CustomerOverview> {
  const { cents, ...shown } = await db
    .selectFrom('users')
    .select([isoTime('created_at').as('createdAt'), isoTime<string | null>('deleted_at').as('leftAt')])
    .select(['is_role_proven as isRoleProven', sql<boolean>`email_confirmed_at is not null`.as('isEmailConfirmed')])
    .select([
      sql<boolean>`exists (select from two_factor where user_id = users.id and confirmed_at is not null)`.as(
        'hasTwoFactor',
      ),
      sql<number>`(select count(*) from orders where user_id = users.id)`.as('orders'),
      sql<number>`(select count(*) from reviews where user_id = users.id)`.as('reviews'),
      sql<number>`(select coalesce(sum(payments.amount_cents - refunded_cents), 0)::bigint
        from payments join orders on orders.id = payments.order_id
        where orders.user_id = users.id and ${isSale(mode)})`.as('cents'),
    ])
    .where('id', '=', userId)
    .where('role', '<>', 'guest')
    .executeTakeFirstOrThrow(noUser)
  const [addresses, sessions] = [await listAddressesOf(db, userId), await listSessionsOf(db, userId, '')]
  return { ...shown, spent: fromCents(cents), addresses, sessions }
}

export async function signOut(db: Database, actor: SessionUser, userId: string, id?: string): Promise<void> {
  if (userId === actor.id) throw conflict('You can sign out of your own devices on your profile.', 'own_account')
  refuseUnproven(actor, await requireUser(db, userId))
  await revokeSessions(db, userId, { actor: actor.id, id })
}

/** Works for a deleted account too; answers the number of reviews. */
export async function deleteReviews(db: Database, actor: string, userId: string): Promise<number> {
  await requireUser(db, userId)
  return deleteReviewsOf(db, userId, actor)
}

/** The index has this expression. */
const searched = sql<string>`folded(users.first_name || ' ' || users.last_name || ' ' || users.email)`

export async function listCustomers(db: Database, { status, ...query }: QueryOf<Calls['GET /users/customers']>) {
  // The index needs literals.
  const isActive = { active: sql<boolean>`users.is_active`, inactive: sql<boolean>`not users.is_active` }
  return listUsers(db, query, [sql<boolean>`users.role = 'customer'`, ...(status ? [isActive[status]] : [])])
}

export const listStaff = (db: Database, query: ListQuery) =>
  listUsers(db, query, [sql<boolean>`users.role in ('admin', 'manager')`])

async function listUsers(db: Database, query: ListQuery, conditions: Expression<SqlBool>[]) {
  const { ids, total } = await findIds(db, query, holds =>
    db
      .selectFrom('users')
      .select('users.id')
      .where('users.deleted_at', 'is', null)
      .where(({ and }) => and([...conditions, ...holds(searched)])),
  )
  const users = db.selectFrom('users').select(userColumns).where('id', '=', sql<string>`any(${ids})`)
  const rows = await users.orderBy('id', 'desc').execute()
  return { rows: rows.map(user => ({ ...presentUser(user), isRoleProven: user.isRoleProven })), total }
}

/** Admins take turns, because all of them are locked. */
export async function lockAdminsAnd(db: Transaction, userId: string) {
  const rows = await db
    .selectFrom('users')
    .select(userColumns)
    .where('deleted_at', 'is', null)
    .where(({ or, and, eb }) =>
      or([and([eb('role', '=', 'admin'), eb('is_active', '=', true)]), eb('id', '=', userId)]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const admins = rows.filter(({ role, isActive }) => role === 'admin' && isActive)
  return { admins, user: rows.find(({ id }) => id === userId) }
}

/** Undo links at earlier addresses end, because their reader must not get an account with rights. */
export async function updateRole(
  db: Transaction,
  { id, role: former, isRoleProven: wasProven }: SessionUser,
  { role, actor, isProven }: { role: Role; actor: string | null; isProven: boolean },
): Promise<void> {
  await db.updateTable('users').set({ role, is_role_proven: isProven }).where('id', '=', id).execute()
  await deleteChangesOf(db, id)
  await deleteSessionsOf(db, id)
  if (role === 'admin' && role !== former) await tellAdmins(db, id)
  const before = { role: former, confirmed: wasProven }
  const after = { role, confirmed: isProven }
  await recordAudit(db, { actor, action: 'role.changed', subject: `user:${id}`, before, after })
}

async function tellAdmins(db: Transaction, appointed: string): Promise<void> {
  const admins = db.selectFrom('users').select('id').where('role', '=', 'admin').where('is_active', '=', true)
  for (const { id } of await admins.where('id', '<>', appointed).execute())
    await enqueueEmail(db, { kind: 'admin-appointed', user: id, appointed })
}
