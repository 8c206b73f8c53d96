import type { PasswordChange } from '@mela/contract'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { invalid } from '../platform/http/errors.ts'
import { enqueueEmail } from '../platform/mail/outbox.ts'
import type { Env } from '../platform/runtime/env.ts'
import { keepFirstChange } from './email-rows.ts'
import { knowDevice } from './known-devices.ts'
import { hashPassword, refuseCommonPassword } from './passwords.ts'
import { confirmPassword } from './prove-owner.ts'
import { revokeCredentials } from './revoke-credentials.ts'
import { hasTwoFactor } from './second-factor.ts'
import { protectDemoAdmin, type SessionUser } from './session-user.ts'
import { insertSession, lockOwner } from './sessions.ts'
import { forgetPasswordResets } from './users.ts'

const wrongOldPassword = { oldPassword: 'Old password is invalid' }

/** Every session ends; answers the tokens of a new session and a known device for this browser. */
export async function changePassword(
  db: Database,
  env: Env,
  user: SessionUser,
  { oldPassword, newPassword }: PasswordChange,
  browser: { token: string; userAgent: string | undefined },
): Promise<{ token: string; devices: string[] }> {
  protectDemoAdmin(env, user)
  const oldHash = await confirmPassword(db, env, user, oldPassword, wrongOldPassword)
  await refuseCommonPassword(newPassword, 'newPassword')
  const newHash = await hashPassword(newPassword)

  return transact(db, async db => {
    await lockOwner(db, user.id, browser.token)
    // Only a login with a code makes a device known: otherwise each change would reset the code attempts.
    const isProtected = await hasTwoFactor(db, user.id)
    // The second of two concurrent changes has the wrong old password.
    if (!(await replacePassword(db, user.id, oldHash, newHash))) throw invalid(wrongOldPassword, 'wrong_password')
    await keepFirstChange(db, user.id)
    await revokeCredentials(db, user.id)
    const token = await insertSession(db, user.id, browser.userAgent)
    const brought = user.devices ?? []
    const devices = isProtected ? brought : await knowDevice(db, user.id, brought)
    await enqueueEmail(db, { kind: 'password-changed', user: user.id })
    await recordAudit(db, { actor: user.id, action: 'password.changed', subject: `user:${user.id}` })
    return { token, devices }
  })
}

async function replacePassword(db: Database, userId: string, oldHash: string, newHash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash: newHash })
    .where('id', '=', userId)
    .where('password_hash', '=', oldHash)
    .executeTakeFirst()
  if (numUpdatedRows > 0) await forgetPasswordResets(db, userId)
  return numUpdatedRows > 0
}
