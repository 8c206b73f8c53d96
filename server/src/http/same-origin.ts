import type { FastifyRequest } from 'fastify'
import { forbidden } from './errors.ts'

/** A browser that changes something must come from the shop's own pages (DECISIONS B55, C9); other clients send neither header. */
export async function sameOriginOnly({ method, headers, protocol, host }: FastifyRequest): Promise<void> {
  if (method === 'GET' || method === 'HEAD') return
  const { origin, 'sec-fetch-site': site } = headers
  const own = hostOf(`${protocol}://${host}`)
  const isForeign = origin === undefined ? site === 'cross-site' : hostOf(origin) !== own
  if (isForeign) throw forbidden('This request came from another site.')
}

/** Without the port that goes without saying; undefined for what is no address, such as the origin "null". */
function hostOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).host : undefined
}
