import type { Database } from '../platform/database/database.ts'
import { deleteDevicesOf } from './known-devices.repository.ts'
import { deletePendingEmail } from './pending-emails.repository.ts'
import { deleteSessionsOf } from './sessions.repository.ts'
import { deleteTokensOf } from './tokens.repository.ts'
import { deleteWaitingSecret, findSecret } from './two-factor.repository.ts'

/**
 * Revokes access that the old password may have given: sessions, known devices, pending reset emails and moves, and
 * unconfirmed two-factor sign-in. With two-factor sign-in on, known devices stay: each has proved a code, and another
 * person's attempts must not lock them out.
 */
export async function revokeCredentials(db: Database, userId: string): Promise<void> {
  await deleteSessionsOf(db, userId)
  await deleteTokensOf(db, userId, 'password-reset')
  if ((await findSecret(db, userId, 'confirmed')) === undefined) await deleteDevicesOf(db, userId)
  await deletePendingEmail(db, userId)
  await deleteWaitingSecret(db, userId)
}
