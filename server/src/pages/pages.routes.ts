import { AsyncLocalStorage } from 'node:async_hooks'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { onChange } from '../database/changes.ts'
import { payPageHeaders, securityHeaders } from '../http/security-headers.ts'
import { failurePage } from './failure-page.ts'
import { pageAddress } from './page-address.ts'
import { type Encoding, type Page, PageCache, pack } from './page-cache.ts'
import type { WebApp } from './web-app.ts'

const CACHE_BYTES = 64 * 1024 * 1024
const PAY_PAGE = /^\/account\/pay\/[^/]+\/?(\?|$)/

/** Serves the storefront: pages from memory, rendered on demand, and the files that browsers load. */
export async function pageRoutes(app: FastifyInstance, { web }: { web: WebApp }) {
  const cache = new PageCache({ maxBytes: CACHE_BYTES })
  app.addHook(
    'onClose',
    onChange(tags => cache.drop(tags)),
  )

  const render = renderer(app, web)
  const headers = headersWith(securityHeaders(app.env))
  const payHeaders = headersWith(payPageHeaders(app.env))

  await app.register(fastifyStatic, {
    root: join(web.folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    wildcard: false,
  })
  for (const file of ['favicon.svg', 'robots.txt']) {
    app.get(`/${file}`, (_request, reply) => reply.sendFile(file, web.folder, { maxAge: '1d', immutable: false }))
  }

  app.get('/*', (request, reply) => {
    const url = request.raw.url ?? '/'
    const known = cache.get(url)
    if (known) return send(request, reply, known, headers)
    return answer(url, request, reply)
  })

  async function answer(url: string, request: FastifyRequest, reply: FastifyReply) {
    const { key, isShared } = pageAddress(url)
    try {
      const page = await (isShared ? cache.render(key, () => render(key)) : render(key).then(pack))
      return send(request, reply, page, PAY_PAGE.test(url) ? payHeaders : headers)
    } catch (error) {
      if (error instanceof Response) return redirect(reply, error)
      request.log.error({ err: error, requestId: request.id }, 'page failed')
      return send(request, reply, failurePage, headers)
    }
  }
}

/** Renders pages against the shop's own API, in-process, and notes which tags its answers carried. */
function renderer(app: FastifyInstance, web: WebApp) {
  const tagsOfPage = new AsyncLocalStorage<Set<string>>()
  web.useTransport(async ({ method, path, headers }) => {
    const answer = await app.inject({ method: method as 'GET', url: path, headers })
    for (const tag of String(answer.headers['cache-tag'] ?? '').split(' ')) if (tag) tagsOfPage.getStore()?.add(tag)
    return { status: answer.statusCode, body: answer.json() }
  })

  return async (key: string) => {
    const tags = new Set<string>()
    const page = await tagsOfPage.run(tags, () => web.render(new URL(key, app.env.publicUrl).href))
    if (page instanceof Response) throw page
    return { ...page, tags }
  }
}

/** Straight to the socket: a page in memory needs nothing of what the framework does for an answer. */
function send(request: FastifyRequest, reply: FastifyReply, page: Page, headersOf: HeadersOf): void {
  reply.hijack()
  const headers = headersOf(page)
  if (request.headers['if-none-match'] === page.etag) {
    reply.raw.writeHead(304, headers.unchanged).end()
    return
  }
  const encoding = bestEncoding(request.headers['accept-encoding'])
  reply.raw.writeHead(page.status, headers[encoding]).end(page.bodies[encoding])
}

type HeadersOf = (page: Page) => Record<Encoding | 'unchanged', string[]>

/** The headers of each page, put together once and not for every visitor. */
function headersWith(security: Record<string, string>): HeadersOf {
  const known = new WeakMap<Page, ReturnType<HeadersOf>>()
  return page => {
    const headers = known.get(page) ?? pageHeaders(page, Object.entries(security).flat())
    known.set(page, headers)
    return headers
  }
}

function pageHeaders({ status, etag, tags, bodies }: Page, security: string[]): ReturnType<HeadersOf> {
  const cacheTag = status === 200 ? ['cache-tag', [...tags].join(' ')] : []
  const unchanged = [...security, 'cache-control', 'no-cache', 'etag', etag, 'vary', 'accept-encoding', ...cacheTag]
  const withBody = (encoding: Encoding) => [
    ...unchanged,
    ...['content-type', 'text/html; charset=utf-8', 'content-length', String(bodies[encoding].length)],
    ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
  ]
  return { unchanged, br: withBody('br'), gzip: withBody('gzip'), identity: withBody('identity') }
}

function bestEncoding(accepted: string | string[] = ''): Encoding {
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : 'identity'
}

function redirect(reply: FastifyReply, { status, headers }: Response) {
  return reply.redirect(headers.get('location') ?? '/', status)
}
