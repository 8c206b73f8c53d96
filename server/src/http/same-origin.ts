import type { FastifyRequest } from 'fastify'
import { forbidden } from './errors.ts'

/** A browser that changes something must come from the shop's own pages (DECISIONS B55, C9); other clients send neither header. */
export async function sameOriginOnly({ method, headers, host }: FastifyRequest): Promise<void> {
  if (method === 'GET' || method === 'HEAD') return
  const { origin, 'sec-fetch-site': site } = headers
  const isForeign =
    origin === undefined ? site === 'cross-site' : !URL.canParse(origin) || new URL(origin).host !== host
  if (isForeign) throw forbidden('This request came from another site.')
}
