import type { OwnerProof } from '@mela/contract'
import type { Database } from '../platform/database/database.ts'
import { invalid } from '../platform/http/errors.ts'
import { failedAttempt, limitAttempts, proofCounters } from '../platform/limits/limit-attempts.ts'
import type { Env } from '../platform/runtime/env.ts'
import { findKnownDevice } from './known-devices.ts'
import { isPasswordRight } from './passwords.ts'
import { codeIsWrong, hasTwoFactor, proveSecondFactor } from './second-factor.ts'
import type { SessionUser } from './session-user.ts'
import { findUserWithPassword } from './users.ts'

const refusals = {
  missing: () => invalid({ code: 'Please enter the code from your authenticator app.' }, 'two_factor_required'),
  wrong: () => invalid(codeIsWrong, 'wrong_code'),
}

export const missingPassword = () => invalid({ password: 'Please enter your password.' })

/** True when password and code were right; a caller that lacks the password must make its change undoable. */
export async function proveOwner(
  db: Database,
  env: Env,
  user: SessionUser,
  { password, code }: OwnerProof,
): Promise<boolean> {
  if (password === undefined) {
    if (await hasTwoFactor(db, user.id)) throw missingPassword()
    return false
  }
  await confirmPassword(db, env, user, password)
  await proveSecondFactor(db, env, user, code, refusals)
  return true
}

/** The session may be stolen, so wrong passwords are limited over all addresses, except for known devices. */
export async function confirmPassword(
  db: Database,
  env: Env,
  { id, devices = [] }: SessionUser,
  password: string,
  wrong: Record<string, string> = { password: 'Invalid password.' },
): Promise<string> {
  const device = await findKnownDevice(db, { id }, devices)
  return limitAttempts(db, proofCounters(env, 'password', { userId: id, device }), async () => {
    const found = await findUserWithPassword(db, { id })
    if (!found || !(await isPasswordRight(password, found.passwordHash)))
      throw failedAttempt(invalid(wrong, 'wrong_password'), id)
    return found.passwordHash
  })
}
