import type { FastifyRequest } from 'fastify'
import { forbidden } from './errors.ts'
import { isLoopbackHost } from './own-host.ts'

/** A browser that changes something must come from the shop's own pages (DECISIONS B55, C9); other clients send neither header. */
export async function sameOriginOnly(request: FastifyRequest): Promise<void> {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const { origin, 'sec-fetch-site': site } = request.headers
  const isOwn = origin === undefined ? isFromNoOtherSite(site) : originOf(origin) === ownOrigin(request)
  if (isOwn) return
  if (origin !== undefined && isSchemeAllThatDiffers(origin, request)) {
    request.log.warn({ requestId: request.id }, 'refused as foreign: behind a proxy, set PUBLIC_URL or TRUST_PROXY')
  }
  throw forbidden('This request came from another site.')
}

/** Without Origin, a browser of today still says where it stands; a neighbouring domain is another site, too. */
const isFromNoOtherSite = (site: unknown) => site === undefined || site === 'same-origin' || site === 'none'

/** Where the shop's own pages are: at PUBLIC_URL, and on the machine itself under whatever name it has there. */
function ownOrigin({ server, protocol, host }: FastifyRequest): string | undefined {
  const { hasPublicUrl, publicUrl } = server.env
  return originOf(hasPublicUrl && !isLoopbackHost(host) ? publicUrl : `${protocol}://${host}`)
}

/** Whether the visitor's browser speaks https, to the shop or to a proxy in front of it. */
export const isOverHttps = (request: FastifyRequest) => ownOrigin(request)?.startsWith('https:') ?? false

/** Without the port that goes without saying; undefined for what is no address, such as the origin "null". */
function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined
}

function isSchemeAllThatDiffers(origin: string, { host }: FastifyRequest): boolean {
  return URL.canParse(origin) && new URL(origin).host === host
}
