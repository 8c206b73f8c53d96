import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

type Refusal = 'sign-in refused' | 'refused' | 'from another site' | 'too many requests'

const MINUTE_MS = 60_000
/** Kinds and routes are few; a flood of unknown routes must not fill the memory. */
const MOST_KINDS = 500

export const newRefusals = () => new LRUCache<string, { since: number; repeated: number }>({ max: MOST_KINDS })

/** The first refusal of a kind is logged at once, then one a minute: a flood must not become one of log lines. */
export function logRefusal(request: FastifyRequest, security: Refusal, code: string): void {
  const { log, method, routeOptions, id, server } = request
  const route = `${method} ${routeOptions.url ?? 'unknown'}`
  const kind = `${security} ${code} ${route}`
  const last = server.refusals.get(kind)
  if (last && Date.now() - last.since < MINUTE_MS) return void last.repeated++
  server.refusals.set(kind, { since: Date.now(), repeated: 0 })
  log.info({ security, code, route, repeated: last?.repeated ?? 0, requestId: id }, 'security')
}

export function logIfRefused(request: FastifyRequest, status: number, code: string): void {
  if (code === 'cross_origin') logRefusal(request, 'from another site', code)
  else if (status === 429) logRefusal(request, 'too many requests', code)
  else if (request.routeOptions.config.isSignIn) logRefusal(request, 'sign-in refused', code)
  else if (status === 403) logRefusal(request, 'refused', code)
}

declare module 'fastify' {
  interface FastifyInstance {
    refusals: ReturnType<typeof newRefusals>
  }
  interface FastifyContextConfig {
    isSignIn?: boolean
  }
}
