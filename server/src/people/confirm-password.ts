import type { Database } from '../platform/database/database.ts'
import { invalid } from '../platform/http/errors.ts'
import { proofCounters } from '../platform/limits/attempt-counters.ts'
import { failedAttempt, limitAttempts } from '../platform/limits/limit-attempts.ts'
import type { Env } from '../platform/runtime/env.ts'
import { findKnownDevice } from './known-devices.repository.ts'
import { isPasswordRight } from './passwords.ts'
import type { SessionUser } from './session-user.ts'
import { findUserWithPassword } from './users.repository.ts'

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
