import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { API_BASE, AREAS, PRODUCT_LIST_KEYS, paths } from '@mela/contract'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { onChange } from '../platform/database/invalidation.ts'
import { bestEncoding } from '../platform/http/conditional.ts'
import { isOpenNow } from '../shop/closed-shop.ts'
import { createSitemaps } from './sitemap.ts'

/** What search engines read before any page. */
export const searchEngineRoutes: FastifyPluginAsync = async app => {
  const { origin } = new URL(app.env.publicUrl)
  const sitemaps = createSitemaps(app.db, origin)
  app.addHook('onClose', onChange(sitemaps.drop))

  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send((await isOpenNow(app)) ? robots(origin) : NOTHING),
  )
  app.get('/.well-known/security.txt', async (_request, reply) => {
    const { email } = (await app.settings.current()).shop
    return reply.type('text/plain; charset=utf-8').send(securityText(origin, email))
  })
  await app.register(async app => sitemapRoutes(app, sitemaps))
}

const DAY_MS = 86_400_000
/** RFC 9116 asks for less than a year. */
const VALID_DAYS = 180

/** Where to report a weakness of the shop (RFC 9116). */
function securityText(origin: string, email: string): string {
  const expires = new Date((Math.floor(Date.now() / DAY_MS) + VALID_DAYS) * DAY_MS)
  const lines = [`Contact: mailto:${email}`, `Expires: ${expires.toISOString()}`, 'Preferred-Languages: en']
  return [...lines, `Canonical: ${origin}/.well-known/security.txt`, ''].join('\n')
}

function sitemapRoutes(app: FastifyInstance, sitemaps: ReturnType<typeof createSitemaps>) {
  app.addHook('onRequest', async (_request, reply) => {
    if (!(await isOpenNow(app))) return reply.code(404).type('text/plain').send('Not found.')
  })
  app.get('/sitemap.xml', async (request, reply) => sendXml(request, reply, await sitemaps.main()))
  app.get<{ Params: { part: string } }>('/sitemap-:part(^\\d{1,6}).xml', async (request, reply) => {
    const part = await sitemaps.part(Number(request.params.part))
    return part ? sendXml(request, reply, part) : reply.code(404).type('text/plain').send('Not found.')
  })
}

function sendXml({ headers }: FastifyRequest, reply: FastifyReply, gzipped: Buffer) {
  reply.type('application/xml; charset=utf-8').header('vary', 'accept-encoding').header('cache-control', 'no-cache')
  if (!acceptsGzip(headers['accept-encoding'])) return reply.send(Readable.from([gzipped]).pipe(createGunzip()))
  return reply.header('content-encoding', 'gzip').send(gzipped)
}

const acceptsGzip = (accepted: string | string[] | undefined) =>
  bestEncoding([accepted ?? '', 'br;q=0'].join()) === 'gzip'

const CLOSED = [`${AREAS.account}/`, `${AREAS.auth}/`, paths.cart, `${API_BASE}/`, AREAS.dashboard]

/** The robots.txt of a closed shop. */
const NOTHING = 'User-agent: *\nDisallow: /\n'

/** Filtered and sorted lists show nothing new, under unlimited addresses. */
const robots = (origin: string) => `User-agent: *
${[...CLOSED, ...PRODUCT_LIST_KEYS.map(key => `/*?*${key}=`), '/*?*option.'].map(path => `Disallow: ${path}\n`).join('')}
Sitemap: ${origin}/sitemap.xml
`
