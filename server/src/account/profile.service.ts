import type { OwnerProof, ProfileInput, User } from '@mela/contract'
import { record } from '../audit/audit.repository.ts'
import { isEmailConfirmed } from '../auth/email-confirmation.service.ts'
import { proveOwner } from '../auth/prove-owner.ts'
import { markEmailConfirmed } from '../auth/recovery.repository.ts'
import { deleteSessionsOf } from '../auth/sessions.repository.ts'
import { changing } from '../database/changes.ts'
import type { Database } from '../database/database.ts'
import type { Env } from '../env.ts'
import type { SessionUser } from '../http/auth.ts'
import { post } from '../mail/outbox.ts'
import { protectDemoAdmin } from '../users/demo-admin.ts'
import { insertEmailChange, keepFirstChange, wasConfirmedBefore } from '../users/email-changes.repository.ts'
import { presentUser } from '../users/present-user.ts'
import { lockUser, updateProfile } from '../users/users.repository.ts'
import { touchReviewed } from './touch-reviewed.ts'

interface Caller {
  user: SessionUser
  /** Of the session that stays. */
  token: string
}

/**
 * Sent fields replace, omitted ones stay (B65, B66). Reviews bear the new name at once. Another address ends the
 * other sessions, and without the password it can be undone for UNDO_DAYS.
 */
export async function changeProfile(
  db: Database,
  env: Env,
  { user: { id }, user: caller, token }: Caller,
  { password, code, ...changes }: Partial<ProfileInput> & OwnerProof,
): Promise<User> {
  const isMoving = changes.email !== undefined && changes.email !== caller.email
  if (isMoving) protectDemoAdmin(env, caller)
  const isProven = isMoving && (await proveOwner(db, env, caller, { password, code }))

  return changing(db, async (db, touch) => {
    const user = await lockUser(db, id)
    const { name = user, email = user.email } = changes
    const isRenamed = name.firstName !== user.firstName || name.lastName !== user.lastName
    const hasMoved = email !== user.email
    const isConfirmed = hasMoved && (await isEmailConfirmed(db, id))
    // Before the address changes, so that what was sent to the old one keeps its worth.
    if (hasMoved && isProven) await keepFirstChange(db, id)
    else if (hasMoved) await insertEmailChange(db, id, { email: user.email, isConfirmed })

    const changed = await updateProfile(db, id, { name, email })
    if (isRenamed) await touchReviewed(db, touch, id)
    if (hasMoved) {
      // An address that was never confirmed may be a stranger's.
      if (isConfirmed) await post(db, { kind: 'email-changed', user: id, formerly: user.email })
      // Or a thief who goes back and leaves again would do the second without a word to its reader.
      if (await wasConfirmedBefore(db, id, email)) await markEmailConfirmed(db, id)
      else await post(db, { kind: 'confirm-email', user: id })
      await deleteSessionsOf(db, id, token)
      await record(db, { actor: id, action: 'email.changed', subject: `user:${id}` })
    }
    return presentUser(changed)
  })
}
