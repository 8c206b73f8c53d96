import type { Role } from '@mela/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findSessionUser } from '../auth/sessions.repository.ts'
import { forbidden, unauthenticated } from './errors.ts'

export interface SessionUser {
  id: string
  firstName: string
  lastName: string
  email: string
  avatarUrl: string | null
  role: Role
  isActive: boolean
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
    const token = request.cookies[SESSION_COOKIE]
    if (!token) return
    request.visitor = await findSessionUser(app.db, token)
    if (!request.visitor) reply.clearCookie(SESSION_COOKIE, { path: '/' })
  })
}

export async function signedIn(request: FastifyRequest): Promise<void> {
  if (!request.visitor) throw unauthenticated()
}

export async function adminOnly(request: FastifyRequest): Promise<void> {
  if (request.user.role !== 'admin') throw forbidden()
}
