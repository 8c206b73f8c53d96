import type { ProfileInput, User } from '@mela/contract'
import { record } from '../audit/audit.repository.ts'
import { changing } from '../database/changes.ts'
import type { Database } from '../database/database.ts'
import type { Env } from '../env.ts'
import { post } from '../mail/outbox.ts'
import { protectDemoAdmin } from '../users/demo-admin.ts'
import { presentUser } from '../users/present-user.ts'
import { lockUser, updateProfile } from '../users/users.repository.ts'
import { touchReviewed } from './touch-reviewed.ts'

/** Sent fields replace, omitted ones stay (DECISIONS B65, B66). Reviews bear the new name at once. */
export async function changeProfile(
  db: Database,
  env: Env,
  userId: string,
  changes: Partial<ProfileInput>,
): Promise<User> {
  return changing(db, async (db, touch) => {
    const user = await lockUser(db, userId)
    const { name = user, email = user.email } = changes
    const isRenamed = name.firstName !== user.firstName || name.lastName !== user.lastName
    const hasMoved = email !== user.email
    if (hasMoved) protectDemoAdmin(env, user)

    const changed = await updateProfile(db, userId, { name, email })
    if (isRenamed) await touchReviewed(db, touch, userId)
    if (hasMoved) {
      await post(db, { kind: 'email-changed', user: userId, formerly: user.email })
      await post(db, { kind: 'confirm-email', user: userId })
      await record(db, { actor: userId, action: 'email.changed', subject: `user:${userId}` })
    }
    return presentUser(changed)
  })
}
