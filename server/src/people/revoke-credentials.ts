import type { Database } from '../platform/database/database.ts'
import { deletePendingEmail } from './email-rows.ts'
import { deleteDevicesOf } from './known-devices.ts'
import { hasTwoFactor } from './second-factor.ts'
import { deleteSessionsOf } from './sessions.ts'
import { deleteTokensOf } from './tokens.ts'

/** With two-factor sign-in on, known devices stay: each has proved a code, and others must not lock them out. */
export async function revokeCredentials(db: Database, userId: string): Promise<void> {
  await deleteSessionsOf(db, userId)
  await deleteTokensOf(db, userId, 'password-reset')
  if (!(await hasTwoFactor(db, userId))) await deleteDevicesOf(db, userId)
  await deletePendingEmail(db, userId)
  await deleteWaitingSecret(db, userId)
}

async function deleteWaitingSecret(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('two_factor').where('user_id', '=', userId).where('confirmed_at', 'is', null).execute()
}
