import type { Database } from '../database/database.ts'
import { deleteSessionsOf } from './sessions.repository.ts'
import { deleteTokensOf } from './tokens.repository.ts'

/** What an old password may have opened ends with it: every session, and every letter that asked for a new one. */
export async function closeWaysIn(db: Database, userId: string): Promise<void> {
  await deleteSessionsOf(db, userId)
  await deleteTokensOf(db, userId, 'password-reset')
}
