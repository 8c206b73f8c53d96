import type { BodyOf, changeRole, changeStatus, User } from '@mela/contract'
import type { Transaction } from 'kysely'
import { deleteChangesOf } from '../people/email-rows.ts'
import { presentUser, protectDemoAdmin, type SessionUser } from '../people/session-user.ts'
import { deleteSessionsOf } from '../people/sessions.ts'
import { findUser, lockAdminsAnd, updateRole, updateStatus } from '../people/user-lists.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, forbidden, invalid, notFound } from '../platform/http/errors.ts'
import type { Env } from '../platform/runtime/env.ts'

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
  { role, userId: named = userId }: BodyOf<typeof changeRole>,
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
  input: BodyOf<typeof changeStatus>,
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
  change: (db: Transaction<Tables>, user: SessionUser) => Promise<SessionUser>,
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
  if (!user) throw notFound('User not found.')
  return user
}
