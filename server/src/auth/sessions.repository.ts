import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { SessionUser } from '../http/auth.ts'

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
      token_hash: hashOf(token),
      user_id: userId,
      user_agent: userAgent.slice(0, 300),
      expires_at: sevenDaysOn,
    })
    .execute()
  return token
}

/** The active user behind a token; a session in use is kept alive, at most once an hour. */
export async function findSessionUser(db: Database, token: string): Promise<SessionUser | undefined> {
  const found = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'users.id',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'avatar_url as avatarUrl',
      'role',
      'is_active as isActive',
      sql<boolean>`last_used_at < now() - interval '1 hour'`.as('isIdle'),
    ])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (!found) return undefined

  const { isIdle, ...user } = found
  if (isIdle) await keepSession(db, token)
  return user
}

async function keepSession(db: Database, token: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: sql`now()`, expires_at: sevenDaysOn })
    .where('token_hash', '=', hashOf(token))
    .execute()
}

export async function deleteSession(db: Database, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashOf(token)).execute()
}
