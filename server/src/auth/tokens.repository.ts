import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
import { lockUser } from '../users/users.repository.ts'

type Purpose = Tables['user_tokens']['purpose']

/** So many letters of one purpose are written to an account within an hour. */
const MOST_LETTERS = 5
const SECONDS: Record<Purpose, number> = { 'password-reset': 30 * 60, 'confirm-email': 7 * 24 * 3600 }

const hashOf = (token: string) => createHash('sha256').update(token).digest()

interface Issue {
  user: { id: string; email: string }
  purpose: Purpose
  /** The same when a letter is written again, which is not one more. */
  letterId: string
}

/** What the letter's link will carry, stored nowhere; undefined when this account has had enough letters for now. */
export function issueToken(db: Database, { user, purpose, letterId }: Issue): Promise<string | undefined> {
  return db.transaction().execute(async db => {
    await lockUser(db, user.id)
    if (await hasHadEnoughLetters(db, user.id, purpose, letterId)) return undefined

    const token = randomBytes(32).toString('base64url')
    await db
      .insertInto('user_tokens')
      .values({
        token_hash: hashOf(token),
        user_id: user.id,
        purpose,
        email: user.email,
        letter_id: letterId,
        expires_at: sql`now() + make_interval(secs => ${SECONDS[purpose]})`,
      })
      .execute()
    return token
  })
}

/** Not counting one that is only written again. */
export async function hasHadEnoughLetters(
  db: Database,
  userId: string,
  purpose: Purpose,
  letterId: string | null = null,
): Promise<boolean> {
  const { letters } = await db
    .selectFrom('user_tokens')
    .select(({ fn }) => fn.count<number>('letter_id').distinct().as('letters'))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('letter_id', 'is distinct from', letterId)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  return letters >= MOST_LETTERS
}

/** The active account that a valid token was sent to, while it still has that address. */
export async function findTokenOwner(db: Database, purpose: Purpose, token: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('user_tokens')
    .innerJoin('users', join =>
      join.onRef('users.id', '=', 'user_tokens.user_id').onRef('users.email', '=', 'user_tokens.email'),
    )
    .select('user_tokens.user_id')
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return found?.user_id
}

/** True for the one who comes first. */
export async function deleteToken(db: Database, token: string): Promise<boolean> {
  const deleted = await db.deleteFrom('user_tokens').where('token_hash', '=', hashOf(token)).executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

export async function deleteTokensOf(db: Database, userId: string, purpose: Purpose): Promise<void> {
  await db.deleteFrom('user_tokens').where('user_id', '=', userId).where('purpose', '=', purpose).execute()
}

/** Those of the last hour still count for what an account may have. */
export async function deleteExpiredTokens(db: Database): Promise<void> {
  await db
    .deleteFrom('user_tokens')
    .where('expires_at', '<', sql<Date>`now()`)
    .where('created_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute()
}
