import type { FastifyRequest } from 'fastify'
import { isOverHttps } from './same-origin.ts'

export const isSecure = (request: FastifyRequest) => isOverHttps(request) || request.server.env.mode === 'live'

/** Over https a browser takes such a name from this host alone, so no neighbouring domain can plant a cookie. */
export const cookieName = (name: string, isSecure: boolean) => (isSecure ? `__Host-${name}` : name)
