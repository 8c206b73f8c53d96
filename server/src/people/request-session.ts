import { type Endpoint, SIGNED_IN_COOKIE, UNATTENDED_HEADER } from '@mela/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { forbidden, unauthenticated } from '../platform/http/errors.ts'
import { cookieName, isSecure } from '../platform/http/same-origin.ts'
import { devicesOf } from './known-devices.ts'
import type { SessionUser } from './session-user.ts'
import { type Caller, findVisitor, twoFactorDemanded } from './sessions.ts'
import { hashOf } from './tokens.ts'

export const SESSION_COOKIE = 'mela_session'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Browsers repeat this call by themselves. */
    isUnattended?: boolean
    access?: Endpoint['access'] | undefined
  }
  interface FastifyRequest {
    visitor: SessionUser | undefined
    /** Of a session that opens one order. For all other calls the caller is not signed in. */
    guest: SessionUser | undefined
    recognisedAt: number
    /** An answer that extends or clears the session must not be cached for others. */
    setsSession: boolean
    /** The signed-in user, or the guest of a call for buyers; a route for everyone that reads it for a visitor answers 401. */
    readonly user: SessionUser
  }
}

/** A deactivated user counts as a visitor. */
export function recogniseVisitors(app: FastifyInstance): void {
  app.decorateRequest('visitor', undefined)
  app.decorateRequest('guest', undefined)
  app.decorateRequest('recognisedAt', 0)
  app.decorateRequest('setsSession', false)
  app.decorateRequest('user', {
    getter(this: FastifyRequest) {
      const user = callerOfCall(this)
      if (!user) throw unauthenticated()
      return user
    },
  })
  app.addHook('onRequest', async (request, reply) => {
    const token = tokenOf(request)
    if (!token) return
    const session = await findVisitor(app, token)
    request.recognisedAt = Date.now()
    const user = session && { ...session.user, devices: devicesOf(request) }
    if (user?.role === 'guest') request.guest = user
    else request.visitor = user
    if (session && (!session.isDueToKeep || isUnattended(request))) return
    request.setsSession = true
    if (!session) return void clearSessionCookie(reply)
    await setSessionCookie(reply, token)
  })
  app.addHook('preHandler', confirmVisitor)
}

/** One place decides what a guest's session opens. */
const callerOfCall = ({ visitor, guest, routeOptions }: FastifyRequest): SessionUser | undefined =>
  visitor ?? (routeOptions.config.access === 'buyer' ? guest : undefined)

const RECOGNISED_FOR_MS = 100

/** After a slow body the session may have ended or the role changed: throws `unauthenticated` then. */
export async function confirmVisitor(request: FastifyRequest): Promise<void> {
  const { recognisedAt, method } = request
  const caller = callerOfCall(request)
  if (!caller || method === 'GET' || Date.now() - recognisedAt <= RECOGNISED_FOR_MS) return
  const session = await findVisitor(request.server, tokenOf(request))
  if (session?.user.role !== caller.role) throw unauthenticated()
}

/** Automatic calls do not extend a session; the header can only shorten one. */
const isUnattended = ({ headers, routeOptions }: FastifyRequest) =>
  headers[UNATTENDED_HEADER] !== undefined || routeOptions.config.isUnattended === true

export const tokenOf = (request: FastifyRequest): string =>
  request.cookies[cookieName(SESSION_COOKIE, isSecure(request))] ?? ''

export const callerOf = (request: FastifyRequest): Caller => ({ user: request.user, token: tokenOf(request) })

/** The cookie lasts as long as the session; it is Secure where the shop uses https. A guest's ends the sign of an account. */
export async function setSessionCookie(reply: FastifyReply, token: string, isGuest = false): Promise<void> {
  const secure = isSecure(reply.request)
  const maxAge = await keepSession(reply.server.db, token)
  const options = { path: '/', sameSite: 'lax', secure, maxAge } as const
  reply.setCookie(cookieName(SESSION_COOKIE, secure), token, { ...options, httpOnly: true })
  if (!isGuest) return void reply.setCookie(cookieName(SIGNED_IN_COOKIE, secure), '1', options)
  // One of before the shop had https has the plain name.
  for (const name of new Set([SIGNED_IN_COOKIE, cookieName(SIGNED_IN_COOKIE, secure)]))
    reply.clearCookie(name, { path: '/', secure })
}

/** Answers the seconds that the session now lasts. */
async function keepSession(db: Database, token: string): Promise<number> {
  const kept = await db
    .updateTable('sessions')
    .set({ last_used_at: sql`now()` })
    .where('token_hash', '=', hashOf(token))
    .returning(sql<number>`greatest(0, ceil(extract(epoch from expires_at - now())))::int`.as('seconds'))
    .executeTakeFirst()
  return kept?.seconds ?? 0
}

export function clearSessionCookie(reply: FastifyReply): void {
  const secure = isSecure(reply.request)
  for (const name of [SESSION_COOKIE, SIGNED_IN_COOKIE]) {
    reply.clearCookie(cookieName(name, secure), { path: '/', secure })
  }
}

/** Its last place among the hooks lets limits count who is refused. */
export function enforceAccess(app: FastifyInstance): void {
  app.addHook('onRequest', async request => {
    const { access } = request.routeOptions.config
    if (access === 'admin') await adminOnly(request)
    const isPersonal = access === 'signed in' || access === 'buyer'
    if (isPersonal && !callerOfCall(request)) throw unauthenticated()
  })
}

/** Staff who lack the two-factor sign-in that the settings demand are refused. */
export async function adminOnly({ user }: FastifyRequest): Promise<void> {
  if (user.awaitedRole === 'admin') throw twoFactorDemanded()
  if (user.role !== 'admin') throw forbidden()
}
