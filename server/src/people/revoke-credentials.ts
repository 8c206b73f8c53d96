import type { Database } from '../platform/database/database.ts'
import { deleteDevicesOf } from './known-devices.repository.ts'
import { deletePendingEmail } from './pending-emails.repository.ts'
import { deleteSessionsOf } from './sessions.repository.ts'
import { deleteTokensOf } from './tokens.repository.ts'
import { deleteWaitingSecret, findSecret } from './two-factor.repository.ts'

/** With two-factor sign-in on, known devices stay: each has proved a code, and others must not lock them out. */
export async function revokeCredentials(db: Database, userId: string): Promise<void> {
  await deleteSessionsOf(db, userId)
  await deleteTokensOf(db, userId, 'password-reset')
  if ((await findSecret(db, userId, 'confirmed')) === undefined) await deleteDevicesOf(db, userId)
  await deletePendingEmail(db, userId)
  await deleteWaitingSecret(db, userId)
}
