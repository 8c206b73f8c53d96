import { createHash, randomBytes } from 'node:crypto'
import { GUEST_LINK_DAYS, UNDO_DAYS } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { transact } from '../platform/database/transact.ts'
import { deletePendingEmail } from './email-rows.ts'
import { lockAccount } from './users.ts'

type Purpose = Tables['user_tokens']['purpose']

/** Counted per account, purpose and hour; each email about a guest's order has a link. */
const mostEmails = (purpose: Purpose) => (purpose === 'guest-order' ? 20 : 5)
const DAY = 24 * 3600
/** The undo link itself may expire before its token. */
const SECONDS: Record<Purpose, number> = {
  'password-reset': 30 * 60,
  'confirm-email': 7 * DAY,
  'restore-email': UNDO_DAYS * DAY,
  'reopen-account': UNDO_DAYS * DAY,
  'stop-reminders': 365 * DAY,
  'guest-order': GUEST_LINK_DAYS * DAY,
}

export const newToken = () => randomBytes(32).toString('base64url')

/** Only the hash of a token is stored. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Of one account's, the least recently used rows are deleted. Concurrent logins find the same ones, and share them out. */
export async function keepNewest(db: Database, table: 'sessions' | 'known_devices', userId: string, most: number) {
  await sql`
    delete from ${sql.table(table)} where token_hash in (
      select token_hash from ${sql.table(table)} where user_id = ${userId}
      order by last_used_at desc, created_at desc offset ${most} for update skip locked
    )`.execute(db)
}

interface Issue {
  user: { id: string; email: string }
  purpose: Purpose
  /** Rendering an email again has the same id, and does not count again. */
  emailId: string
  seconds?: number | undefined
}

/** Undefined when the account is over its limit. */
export function issueToken(db: Database, { user, purpose, emailId, seconds }: Issue): Promise<string | undefined> {
  return transact(db, async db => {
    await lockAccount(db, user.id)
    if (await hasHadEnoughEmails(db, user.id, purpose, emailId)) return undefined

    const token = newToken()
    await db
      .insertInto('user_tokens')
      .values({
        token_hash: hashOf(token),
        user_id: user.id,
        purpose,
        email: user.email,
        email_id: emailId,
        expires_at: sql`now() + make_interval(secs => ${seconds ?? SECONDS[purpose]})`,
      })
      .execute()
    return token
  })
}

export async function hasHadEnoughEmails(
  db: Database,
  userId: string,
  purpose: Purpose,
  emailId: string | null = null,
): Promise<boolean> {
  const { emails } = await db
    .selectFrom('user_tokens')
    .select(({ fn }) => fn.count<number>('email_id').distinct().as('emails'))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('email_id', 'is distinct from', emailId)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  return emails >= mostEmails(purpose)
}

export const tokensOfActive = (db: Database, purpose: Purpose, token: string) =>
  validTokens(db, purpose, token).innerJoin('users', 'users.id', 'user_tokens.user_id').where('is_active', '=', true)

/** The caller decides what the token still permits. */
export async function findToken(
  db: Database,
  purpose: 'restore-email' | 'reopen-account' | 'stop-reminders',
  token: string,
) {
  return validTokens(db, purpose, token)
    .select(['user_tokens.user_id as userId', 'user_tokens.email'])
    .executeTakeFirst()
}

const validTokens = (db: Database, purpose: Purpose, token: string) =>
  db
    .selectFrom('user_tokens')
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('user_tokens.expires_at', '>', sql<Date>`now()`)

/** Tokens at addresses that can still get the account back stay. */
export async function deletePendingTokens(db: Database, userId: string): Promise<void> {
  await deletePendingEmail(db, userId)
  await db
    .deleteFrom('user_tokens')
    .where('user_id', '=', userId)
    .where('email', 'not in', db.selectFrom('email_changes').select('email').where('user_id', '=', userId))
    .execute()
}
