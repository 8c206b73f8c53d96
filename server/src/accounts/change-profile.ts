import type { OwnerProof, ProfileInput, User } from '@mela/contract'
import { changeEmail } from '../people/change-email.ts'
import { takeTurnToMove } from '../people/give-back-address.ts'
import { proveOwner } from '../people/prove-owner.ts'
import { presentUser, protectDemoAdmin, type SessionUser } from '../people/session-user.ts'
import { lockOwner } from '../people/sessions.ts'
import { updateProfile } from '../people/users.ts'
import type { Database } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import type { Env } from '../platform/runtime/env.ts'
import { invalidateReviewed } from './invalidate-reviewed.ts'

interface Caller {
  user: SessionUser
  token: string
}

/** A new address ends the other sessions; a change that lacked the password can be undone for UNDO_DAYS. */
export async function changeProfile(
  db: Database,
  env: Env,
  { user: { id }, user: caller, token: session }: Caller,
  { password, code, ...changes }: Partial<ProfileInput> & OwnerProof,
): Promise<User> {
  const isMoving = changes.email !== undefined && changes.email !== caller.email
  if (isMoving) protectDemoAdmin(env, caller)
  const isProven = isMoving && (await proveOwner(db, env, caller, { password, code }))

  return transact(db, async (db, invalidate) => {
    if (isProven) await takeTurnToMove(db)
    const user = await lockOwner(db, id, session)
    const { name = user, email = user.email } = changes
    const isRenamed = name.firstName !== user.firstName || name.lastName !== user.lastName
    const renamed = isRenamed ? await updateProfile(db, id, { name }) : user
    if (isRenamed) await invalidateReviewed(db, invalidate, id)
    return presentUser(email === user.email ? renamed : await changeEmail(db, renamed, { email, isProven, session }))
  })
}
