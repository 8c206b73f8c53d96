import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Env } from '../runtime/env.ts'
import { onceAMinute } from '../runtime/repeat.ts'
import { forbidden } from './errors.ts'

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

const isOverHttps = (request: FastifyRequest) => ownOrigin(request)?.startsWith('https:') ?? false

/** The default port is left out; undefined for an invalid origin, such as "null". */
function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined
}

const LOOPBACK_NAME = /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i

export const isLoopbackHost = (host: string) => LOOPBACK_NAME.test(host)

/** Its customers come over https, also where a proxy asks it by a local name. */
export const isOfRealShop = ({ mode, publicUrl }: Pick<Env, 'mode' | 'publicUrl'>) =>
  mode === 'live' || (mode === 'rehearsal' && publicUrl.startsWith('https:'))

export const isSecure = (request: FastifyRequest) => isOverHttps(request) || isOfRealShop(request.server.env)

/** Over https a browser accepts such a name from this host only, so no sibling domain can set the cookie. */
export const cookieName = (name: string, isSecure: boolean) => (isSecure ? `__Host-${name}` : name)
