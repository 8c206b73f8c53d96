import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import type { SessionUser } from '../http/auth.ts'
import { userColumns } from '../users/present-user.ts'

/** Seven days from the last use (DECISIONS B46). */
export const SESSION_SECONDS = 7 * 24 * 3600

const hashOf = (token: string) => createHash('sha256').update(token).digest()
const sevenDaysOn = sql<Date>`now() + make_interval(secs => ${SESSION_SECONDS})`

/** Opens a session and answers its token, which is stored nowhere. */
export async function insertSession(db: Database, userId: string, userAgent = ''): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('sessions')
    .values({
      id: newId(),
      token_hash: hashOf(token),
      user_id: userId,
      user_agent: userAgent.slice(0, 300),
      expires_at: sevenDaysOn,
    })
    .execute()
  return token
}

/** The active user behind a token; a session that is still in use should be kept once it is an hour old. */
export async function findSession(
  db: Database,
  token: string,
): Promise<{ user: SessionUser; isDueToKeep: boolean } | undefined> {
  const found = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([...userColumns, sql<boolean>`last_used_at < now() - interval '1 hour'`.as('isDueToKeep')])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (!found) return undefined

  const { isDueToKeep, ...user } = found
  return { user, isDueToKeep }
}

/** Seven more days from now. */
export async function keepSession(db: Database, token: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: sql`now()`, expires_at: sevenDaysOn })
    .where('token_hash', '=', hashOf(token))
    .execute()
}

export async function deleteSession(db: Database, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashOf(token)).execute()
}

/** Signs somebody out everywhere. */
export async function deleteSessionsOf(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}
