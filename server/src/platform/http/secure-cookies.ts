import type { FastifyRequest } from 'fastify'
import { isOverHttps } from './same-origin.ts'

export const isSecure = (request: FastifyRequest) => isOverHttps(request) || request.server.env.mode === 'live'

/** Over https a browser accepts such a name from this host only, so no sibling domain can set the cookie. */
export const cookieName = (name: string, isSecure: boolean) => (isSecure ? `__Host-${name}` : name)
