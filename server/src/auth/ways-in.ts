import type { Database } from '../database/database.ts'
import { deleteDevicesOf } from './known-devices.repository.ts'
import { deleteSessionsOf } from './sessions.repository.ts'
import { deleteTokensOf } from './tokens.repository.ts'

/** What an old password may have opened ends with it: every session, every letter that asked for a new one, every known device. */
export async function closeWaysIn(db: Database, userId: string): Promise<void> {
  await deleteSessionsOf(db, userId)
  await deleteTokensOf(db, userId, 'password-reset')
  await deleteDevicesOf(db, userId)
}
