import { AsyncLocalStorage } from 'node:async_hooks'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { API_BASE } from '@mela/contract'
import type { FastifyInstance } from 'fastify'
import { onChange } from '../database/changes.ts'
import { BusyError } from '../http/errors.ts'
import { limitPages, OWN_ADDRESS } from '../http/limits.ts'
import { lateDrops } from './late-drops.ts'
import { movedTo } from './moved-address.ts'
import type { Rendering } from './page-cache.ts'
import { AwayError, type Pages } from './pages.ts'
import { withTestStrip } from './test-strip.ts'
import type { Exchange, WebApp } from './web-app.ts'

/** Serves the storefront: pages that are not in memory yet, and the files that browsers load. */
export async function pageRoutes(app: FastifyInstance, { pages, web }: { pages: Pages; web: WebApp }) {
  const drops = lateDrops(pages.drop)
  const stop = onChange(drops.hear)
  app.addHook('onClose', async () => {
    stop()
    drops.close()
  })
  const admit = await limitPages(app)

  await app.register(fastifyStatic, {
    root: join(web.folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    wildcard: false,
  })
  for (const file of ['favicon.svg', 'share.jpg']) {
    app.get(`/${file}`, (_request, reply) => reply.sendFile(file, web.folder, { maxAge: '1d', immutable: false }))
  }

  const render = renderer(app, web)
  const sayBusy = atMostOnceAMinute(() => app.log.warn('too many pages are asked for at once, so some are refused'))
  const sayAway = atMostOnceAMinute(() => app.log.error('pages cannot be rendered: the shop is without its database'))
  app.get('/*', async (request, reply) => {
    const address = movedTo(request.url)
    if (address !== undefined) return reply.redirect(address, 301)

    reply.hijack()
    await pages.answer(request.raw, reply.raw, { admit: () => admit(request), render }).catch(error => {
      if (error instanceof BusyError) sayBusy()
      else if (error instanceof AwayError) sayAway()
      else request.log.error({ err: error, requestId: request.id }, 'page failed')
    })
  })
}

/** A flood must not become one of the log. */
function atMostOnceAMinute(say: () => void) {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    if (Date.now() - last < 60_000) return
    last = Date.now()
    say()
  }
}

interface Answer {
  status: number
  body: unknown
  tags: string[]
}

/** Renders pages against the shop's own API, in-process, and notes which tags its answers carried. */
function renderer(app: FastifyInstance, web: WebApp) {
  const partsOfPage = new AsyncLocalStorage<{ tags: Set<string>; isAway: boolean }>()
  const { origin } = new URL(app.env.publicUrl)

  async function ask({ method, path, headers }: Exchange): Promise<Answer> {
    const answer = await app.inject({ method: method as 'GET', url: path, headers, remoteAddress: OWN_ADDRESS })
    const tags = String(answer.headers['cache-tag'] ?? '')
      .split(' ')
      .filter(Boolean)
    return { status: answer.statusCode, body: answer.json(), tags }
  }
  const askForCategories = untilChanged(app, ask)

  web.setTransport(async exchange => {
    const { tags, ...answer } = await (exchange.path === CATEGORIES ? askForCategories(exchange) : ask(exchange))
    const parts = partsOfPage.getStore()
    for (const tag of tags) parts?.tags.add(tag)
    if (parts && answer.status === 503) parts.isAway = true
    return answer
  })

  return async (key: string): Promise<Rendering> => {
    const tags = new Set<string>()
    const parts = { tags, isAway: false }
    const page = await partsOfPage.run(parts, () => web.render(origin + key))
    if (parts.isAway) throw new AwayError('The database is away.')
    return { ...page, html: app.gateway.mode === 'live' ? page.html : withTestStrip(page.html, app.env.mode), tags }
  }
}

/** On every page, so their answer is kept until one of its tags changes. */
const CATEGORIES = `${API_BASE}/categories`

function untilChanged(app: FastifyInstance, ask: (exchange: Exchange) => Promise<Answer>) {
  let kept: Promise<Answer> | undefined
  const forget = () => {
    kept = undefined
  }
  const stop = onChange(tags => (tags.includes('catalog') || tags.includes('*')) && forget())
  app.addHook('onClose', async () => stop())
  return (exchange: Exchange) => {
    if (kept) return kept
    kept = ask(exchange)
    kept.then(({ status }) => status === 200 || forget(), forget)
    return kept
  }
}
