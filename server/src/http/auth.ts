import { type Role, SIGNED_IN_COOKIE } from '@mela/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findSession, keepSession, SESSION_SECONDS } from '../auth/sessions.repository.ts'
import { devicesOf } from './device-cookie.ts'
import { forbidden, unauthenticated } from './errors.ts'

export interface SessionUser {
  id: string
  firstName: string
  lastName: string
  email: string
  avatarUrl: string | null
  role: Role
  isActive: boolean
  /** By which of its accounts the browser that asks is known; no right follows from it. */
  devices?: string[]
}

export const SESSION_COOKIE = 'mela_session'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whoever is asking, if they are signed in and active. */
    visitor: SessionUser | undefined
    /** The signed-in user; a route without `signedIn` that reads it for an anonymous visitor answers 401. */
    readonly user: SessionUser
  }
}

/** Decides per request, from the database, who is asking; a deactivated user counts as nobody (DECISIONS B49). */
export function recogniseVisitors(app: FastifyInstance): void {
  app.decorateRequest('visitor', undefined)
  app.decorateRequest('user', {
    getter(this: FastifyRequest) {
      if (!this.visitor) throw unauthenticated()
      return this.visitor
    },
  })
  app.addHook('onRequest', async (request, reply) => {
    const token = tokenOf(request)
    if (!token) return
    const session = await findSession(app.db, token)
    request.visitor = session && { ...session.user, devices: devicesOf(request) }
    if (!session) return void clearSessionCookie(reply)
    if (!session.isDueToKeep) return
    await keepSession(app.db, token)
    setSessionCookie(reply, token)
  })
}

/** The session that the browser claims to have; '' for none. */
export const tokenOf = ({ cookies }: FastifyRequest): string => cookies[SESSION_COOKIE] ?? ''

/** Out of reach for scripts and other sites, and only over https where the shop is reached so (DECISIONS B46). */
export function setSessionCookie(reply: FastifyReply, token: string): void {
  const { protocol, server } = reply.request
  const options = {
    path: '/',
    sameSite: 'lax',
    secure: protocol === 'https' || server.env.mode === 'live',
    maxAge: SESSION_SECONDS,
  } as const
  reply.setCookie(SESSION_COOKIE, token, { ...options, httpOnly: true }).setCookie(SIGNED_IN_COOKIE, '1', options)
}

export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(SESSION_COOKIE, { path: '/' }).clearCookie(SIGNED_IN_COOKIE, { path: '/' })
}

export async function signedIn(request: FastifyRequest): Promise<void> {
  if (!request.visitor) throw unauthenticated()
}

export async function adminOnly(request: FastifyRequest): Promise<void> {
  if (request.user.role !== 'admin') throw forbidden()
}
