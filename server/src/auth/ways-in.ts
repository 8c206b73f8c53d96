import type { Database } from '../database/database.ts'
import { deletePendingEmail } from '../users/pending-emails.repository.ts'
import { deleteDevicesOf } from './known-devices.repository.ts'
import { deleteSessionsOf } from './sessions.repository.ts'
import { deleteTokensOf } from './tokens.repository.ts'
import { deleteWaitingSecret } from './two-factor.repository.ts'

/**
 * What an old password may have opened ends with it: every session, known device and email that asks for a new one, a move,
 * and two-factor sign-in that no code has confirmed.
 * With two-factor sign-in on, a device that it knows stays: made known anew, it would have guesses at codes again.
 */
export async function closeWaysIn(db: Database, userId: string, device?: string): Promise<void> {
  await deleteSessionsOf(db, userId)
  await deleteTokensOf(db, userId, 'password-reset')
  await deleteDevicesOf(db, userId, device)
  await deletePendingEmail(db, userId)
  await deleteWaitingSecret(db, userId)
}
