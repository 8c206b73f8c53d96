import type { FastifyInstance, FastifyRequest } from 'fastify'
import { onceAMinute } from '../runtime/once-a-minute.ts'
import { forbidden } from './errors.ts'
import { isLoopbackHost } from './own-host.ts'

/** A browser's change must come from the shop's own pages; other clients send neither header. */
export function refuseOtherOrigins(app: FastifyInstance): void {
  const sayRefused = onceAMinute((request: FastifyRequest) => {
    const { origin, 'sec-fetch-site': site } = request.headers
    const details = { origin: origin?.slice(0, 200), site, expected: ownOrigins(request), requestId: request.id }
    app.log.warn(details, 'a change from another origin is refused: behind a proxy, set PUBLIC_URL or TRUST_PROXY')
  })
  app.addHook('onRequest', async request => {
    if (request.method === 'GET' || request.method === 'HEAD' || isFromOwnPage(request)) return
    sayRefused(request)
    throw forbidden('This request came from another site.', 'cross_origin')
  })
}

function isFromOwnPage(request: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin === undefined) return isFromNoOtherSite(site)
  const given = originOf(origin)
  return given !== undefined && ownOrigins(request).includes(given)
}

/** A current browser that sends no Origin still sends its site; a sibling domain is another one. */
const isFromNoOtherSite = (site: unknown) => site === undefined || site === 'same-origin' || site === 'none'

function ownOrigin({ server, protocol, host }: FastifyRequest): string | undefined {
  const { hasPublicUrl, publicUrl } = server.env
  return originOf(hasPublicUrl && !isLoopbackHost(host) ? publicUrl : `${protocol}://${host}`)
}

/** A proxy on the same machine may use a local name, and PUBLIC_URL is still the pages' origin. */
function ownOrigins(request: FastifyRequest): (string | undefined)[] {
  const { hasPublicUrl, publicUrl } = request.server.env
  return [...new Set([ownOrigin(request), ...(hasPublicUrl ? [originOf(publicUrl)] : [])])]
}

export const isOverHttps = (request: FastifyRequest) => ownOrigin(request)?.startsWith('https:') ?? false

/** The default port is left out; undefined for an invalid origin, such as "null". */
function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined
}
