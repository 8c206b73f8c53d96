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
  return limitAttempts(db, proofCounters(env, 'password', { userId: id, device }), async () => {
    const found = await findUserWithPassword(db, { id })
    if (!found || !(await isPasswordRight(password, found.passwordHash))) throw failedAttempt(invalid(wrong), id)
    return found.passwordHash
  })
}
