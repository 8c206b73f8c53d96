import type { PasswordChange } from '@mela/contract'
import { record } from '../audit/audit.repository.ts'
import type { Database } from '../database/database.ts'
import type { Env } from '../env.ts'
import type { SessionUser } from '../http/auth.ts'
import { invalid } from '../http/errors.ts'
import { post } from '../mail/outbox.ts'
import { protectDemoAdmin } from '../users/demo-admin.ts'
import { keepFirstChange } from '../users/email-changes.repository.ts'
import { findUserWithPassword, replacePassword } from '../users/users.repository.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { proofCounters } from './guess-counters.ts'
import { findKnownDevice, knowDevice } from './known-devices.repository.ts'
import { hashPassword, isPasswordRight } from './passwords.ts'
import { insertSession, lockOwner } from './sessions.repository.ts'
import { throttled, wrongGuess } from './throttle.ts'
import { findSecret } from './two-factor.repository.ts'
import { closeWaysIn } from './ways-in.ts'

const wrongOldPassword = { oldPassword: 'Old password is invalid' }

/**
 * Takes a signed-in user's word that they are who they are, and answers the hash that they knew the password of. Wrong
 * ones are counted wherever they come from, but for a device that the account knows: the session may be stolen.
 */
export async function confirmPassword(
  db: Database,
  env: Env,
  { id, devices = [] }: SessionUser,
  password: string,
  wrong: Record<string, string> = { password: 'Invalid password.' },
): Promise<string> {
  const device = await findKnownDevice(db, { id }, devices)
  return throttled(db, proofCounters(env, 'password', { userId: id, device }), async () => {
    const found = await findUserWithPassword(db, { id })
    if (!found || !(await isPasswordRight(password, found.passwordHash))) throw wrongGuess(invalid(wrong), id)
    return found.passwordHash
  })
}

/**
 * Changes the password, ends every session (B60) and answers the token of a new one for the browser that asked,
 * with what it is to be known by.
 */
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

  return db.transaction().execute(async db => {
    await lockOwner(db, user.id, browser.token)
    // With two-factor sign-in on, only a login with a code makes a browser known: each change would buy new guesses at codes.
    const hasTwoFactor = (await findSecret(db, user.id, 'confirmed')) !== undefined
    // Of two changes at once the second one no longer knows the old password.
    if (!(await replacePassword(db, user.id, oldHash, newHash))) throw invalid(wrongOldPassword)
    await keepFirstChange(db, user.id)
    await closeWaysIn(db, user.id)
    const token = await insertSession(db, user.id, browser.userAgent)
    const brought = user.devices ?? []
    const devices = hasTwoFactor ? brought : await knowDevice(db, user.id, brought)
    await post(db, { kind: 'password-changed', user: user.id })
    await record(db, { actor: user.id, action: 'password.changed', subject: `user:${user.id}` })
    return { token, devices }
  })
}
