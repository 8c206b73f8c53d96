import { type BodyOf, type Calls, type CustomerOverview, fromCents, type User } from '@mela/contract'
import { sql } from 'kysely'
import { deleteReviewsOf } from '../catalog/write-review.ts'
import { isSale } from '../payments/rows.ts'
import { deleteChangesOf } from '../people/email-rows.ts'
import { presentUser, protectDemoAdmin, type SessionUser } from '../people/session-user.ts'
import { deleteSessionsOf, listSessionsOf, revokeSession, revokeSessions } from '../people/sessions.ts'
import { findUser, lockAdminsAnd, updateRole, updateStatus } from '../people/user-lists.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, forbidden, invalid, notFound } from '../platform/http/errors.ts'
import type { Env } from '../platform/runtime/env.ts'
import { listAddressesOf } from './addresses.ts'

export async function showUser(db: Database, id: string): Promise<User> {
  return presentUser(requireUser(await findUser(db, id)))
}

interface Change {
  actor: SessionUser
  userId: string
}

export function giveRole(
  db: Database,
  env: Env,
  { actor, userId }: Change,
  { role, userId: named = userId }: BodyOf<Calls['PATCH /users/:userId']>,
): Promise<User> {
  if (named !== userId) throw invalid({ userId: 'This is another user.' })
  if (userId === actor.id) throw conflict('You cannot change your own role.', 'own_account')

  return changingUser(db, env, { actor, userId }, async (db, user) => {
    if (user.role === role) return user
    await updateRole(db, userId, role)
    // Undo links at earlier addresses are deleted, because their reader must not get an account with rights.
    await deleteChangesOf(db, userId)
    await deleteSessionsOf(db, userId)
    const [before, after] = [{ role: user.role }, { role }]
    await recordAudit(db, { actor: actor.id, action: 'role.changed', subject: `user:${userId}`, before, after })
    return { ...user, role }
  })
}

/** No status flips the present one. */
export function setStatus(
  db: Database,
  env: Env,
  { actor, userId }: Change,
  input: BodyOf<Calls['PATCH /users/user/:id/status']>,
): Promise<User> {
  if (userId === actor.id) throw conflict('You cannot deactivate your own account.', 'own_account')

  return changingUser(db, env, { actor, userId }, async (db, user) => {
    const isActive = input?.status ?? !user.isActive
    if (user.isActive === isActive) return user
    await updateStatus(db, userId, isActive)
    if (!isActive) await deleteSessionsOf(db, userId)
    const action = `${user.role}.${isActive ? 'activated' : 'deactivated'}` as const
    const [before, after] = [{ status: user.isActive }, { status: isActive }]
    await recordAudit(db, { actor: actor.id, action, subject: `user:${userId}`, before, after })
    return { ...user, isActive }
  })
}

/** Admins change accounts one after the other, only while they are admins, so the last admin always stays. */
async function changingUser(
  db: Database,
  env: Env,
  { actor, userId }: Change,
  change: (db: Transaction, user: SessionUser) => Promise<SessionUser>,
): Promise<User> {
  return transact(db, async db => {
    const { admins, user } = await lockAdminsAnd(db, userId)
    if (!admins.includes(actor.id)) throw forbidden()
    const target = requireUser(user)
    protectDemoAdmin(env, target)
    return presentUser(await change(db, target))
  })
}

function requireUser(user: SessionUser | undefined): SessionUser {
  if (!user) throw noUser()
  return user
}

const noUser = () => notFound('User not found.')

export async function showOverview(db: Database, userId: string): Promise<CustomerOverview> {
  const standing = await requireStanding(db, userId)
  const [{ orders, cents }, reviews, addresses, sessions] = await Promise.all([
    findFigures(db, userId),
    countReviewsOf(db, userId),
    listAddressesOf(db, userId),
    listSessionsOf(db, userId, ''),
  ])
  return { ...standing, orders, reviews, spent: fromCents(cents), addresses, sessions }
}

export async function signOut(db: Database, actor: string, userId: string, sessionId?: string): Promise<void> {
  if (userId === actor) throw conflict('You can sign out of your own devices on your profile.', 'own_account')
  if (sessionId === undefined) await revokeSessions(db, userId, { actor })
  else await revokeSession(db, userId, sessionId, actor)
}

/** Works for a deleted account too; answers the number of reviews. */
export async function deleteReviews(db: Database, actor: string, userId: string): Promise<number> {
  await requireStanding(db, userId)
  return deleteReviewsOf(db, userId, actor)
}

async function requireStanding(db: Database, userId: string) {
  const row = await db
    .selectFrom('users')
    .leftJoin('two_factor', join =>
      join.onRef('two_factor.user_id', '=', 'users.id').on('two_factor.confirmed_at', 'is not', null),
    )
    .select(['users.created_at', 'users.deleted_at', 'users.email_confirmed_at', 'two_factor.user_id as twoFactor'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  if (!row) throw noUser()
  return {
    createdAt: row.created_at.toISOString(),
    leftAt: row.deleted_at?.toISOString() ?? null,
    isEmailConfirmed: row.email_confirmed_at !== null,
    hasTwoFactor: row.twoFactor !== null,
  }
}

async function findFigures(db: Database, userId: string): Promise<{ orders: number; cents: number }> {
  return db
    .selectFrom('orders')
    .leftJoin('payments', join => join.onRef('payments.order_id', '=', 'orders.id').on(isSale))
    .select([
      sql<number>`count(distinct orders.id)`.as('orders'),
      sql<number>`coalesce(sum(amount_cents - refunded_cents), 0)::bigint`.as('cents'),
    ])
    .where('orders.user_id', '=', userId)
    .executeTakeFirstOrThrow()
}

async function countReviewsOf(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('reviews')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}
