import type { Database } from '../database/database.ts'
import { deletePendingEmail } from '../users/pending-emails.repository.ts'
import { deleteDevicesOf } from './known-devices.repository.ts'
import { deleteSessionsOf } from './sessions.repository.ts'
import { deleteTokensOf } from './tokens.repository.ts'

/**
 * What an old password may have opened ends with it: every session, known device and email that asks for a new one, and a move.
 * With two-factor sign-in on, a device that it knows stays: made known anew, it would have guesses at codes again.
 */
export async function closeWaysIn(db: Database, userId: string, device?: string): Promise<void> {
  await deleteSessionsOf(db, userId)
  await deleteTokensOf(db, userId, 'password-reset')
  await deleteDevicesOf(db, userId, device)
  await deletePendingEmail(db, userId)
}
