import type { Database } from '../../database/database.ts'
import { invalid } from '../../http/errors.ts'
import { proofCounters } from '../../limits/attempt-counters.ts'
import { failedAttempt, limitAttempts } from '../../limits/limit-attempts.ts'
import type { Env } from '../../runtime/env.ts'
import { findKnownDevice } from '../../sessions/known-devices.repository.ts'
import type { SessionUser } from '../../users/session-user.ts'
import { findUserWithPassword } from '../../users/users.repository.ts'
import { isPasswordRight } from './passwords.ts'

/**
 * Checks a signed-in user's password and answers its hash. Wrong ones are limited over all network addresses, except
 * for known devices: the session may be stolen.
 */
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
