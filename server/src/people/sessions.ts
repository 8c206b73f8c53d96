import type { Session } from '@mela/contract'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { isoTime } from '../platform/database/days.ts'
import { newId } from '../platform/database/ids.ts'
import { transact } from '../platform/database/transact.ts'
import { forbidden, notFound, unauthenticated } from '../platform/http/errors.ts'
import { hasTwoFactor } from './prove-owner.ts'
import { type SessionUser, userColumns } from './session-user.ts'
import { hashOf, keepNewest, newToken } from './tokens.ts'
import { lockAccount, lockUser } from './users.ts'

const MOST_SESSIONS = 50

/** Beyond MOST_SESSIONS of one account the least recently used end. */
export async function insertSession(db: Database, userId: string, userAgent = ''): Promise<string> {
  const token = newToken()
  await db
    .insertInto('sessions')
    .values({
      id: newId(),
      token_hash: hashOf(token),
      user_id: userId,
      user_agent: userAgent.slice(0, 300),
    })
    .execute()
  await keepNewest(db, 'sessions', userId, MOST_SESSIONS)
  return token
}

/** Uses are recorded rarely: a customer's after an hour of 30 days, staff's after a minute of twelve hours, a guest's never. */
export async function findSession(
  db: Database,
  token: string,
): Promise<{ user: SessionUser; isDueToKeep: boolean } | undefined> {
  const found = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      ...userColumns,
      sql<boolean>`role <> 'guest' and
        last_used_at < now() - case role when 'customer' then interval '1 hour' else interval '1 minute' end`.as(
        'isDueToKeep',
      ),
    ])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (!found) return undefined

  const { isDueToKeep, ...user } = found
  return { user, isDueToKeep }
}

/** `token` is that of the session in which the user asks. */
export interface Caller {
  user: SessionUser
  token: string
}

/** Throws `unauthenticated` when the session has ended, as it does with a role or its proof: the request's work must not outlive it. */
export async function lockOwner(db: Transaction, userId: string, token: string): Promise<SessionUser> {
  const user = await lockUser(db, userId)
  if (!(await findSession(db, token))) throw unauthenticated()
  return user
}

export async function deleteSession(db: Database, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashOf(token)).execute()
}

export async function listSessionsOf(db: Database, userId: string, token: string): Promise<Session[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id as _id', 'user_agent', isoTime('created_at').as('createdAt')])
    .select([isoTime('last_used_at').as('lastUsedAt'), sql<boolean>`token_hash = ${hashOf(token)}`.as('isCurrent')])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('isCurrent', 'desc')
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_SESSIONS)
    .execute()
  return rows.map(({ user_agent, ...row }) => ({ ...row, device: deviceName(user_agent) }))
}

/** Ends one session (`id`) or all of an account, but that with the token; answers how many were still open. */
export async function deleteSessionsOf(db: Database, userId: string, exceptToken = '', id?: string): Promise<number> {
  const deleted = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', '<>', hashOf(exceptToken))
    .$if(id !== undefined, query => query.where('id', '=', id ?? ''))
    .returning(sql<boolean>`expires_at > now()`.as('wasOpen'))
    .execute()
  return deleted.filter(({ wasOpen }) => wasOpen).length
}

/** The account is locked, so that a session being opened concurrently ends too. */
export async function revokeSessions(
  db: Database,
  userId: string,
  { actor = userId, exceptToken, id }: { actor?: string; exceptToken?: string; id?: string | undefined },
): Promise<void> {
  await transact(db, async db => {
    await lockAccount(db, userId)
    const sessions = await deleteSessionsOf(db, userId, exceptToken, id)
    if (id !== undefined && sessions === 0) throw notFound('Session not found.')
    if (sessions === 0) return
    await recordAudit(db, { actor, action: 'session.revoked', subject: `user:${userId}`, after: { sessions } })
  })
}

type Parts = Pick<FastifyInstance, 'db' | 'env' | 'settings'>

/** An admin has the rights of a customer until two-factor sign-in, where it is demanded, is set up. */
export async function findVisitor(parts: Parts, token: string): ReturnType<typeof findSession> {
  const session = await findSession(parts.db, token)
  if (session?.user.role !== 'admin' || !(await lacksTwoFactor(parts, session.user))) return session
  return { ...session, user: { ...session.user, role: 'customer', awaitedRole: 'admin' } }
}

async function lacksTwoFactor({ db, env, settings }: Parts, { id }: SessionUser): Promise<boolean> {
  // Anybody may be the admin of a demo.
  if (env.mode === 'demo' || !(await settings.current()).security.staffTwoFactor) return false
  return !(await hasTwoFactor(db, id))
}

export const twoFactorDemanded = () =>
  forbidden('Set up two-factor sign-in in your profile first.', 'two_factor_demanded')

export function deviceName(userAgent: string): string {
  const nameIn = (names: Names) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = nameIn(browsers)
  const system = nameIn(systems)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

type Names = [pattern: RegExp, name: string][]

/** The order matters: most browsers also name others for compatibility. */
const browsers: Names = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: Names = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
]
