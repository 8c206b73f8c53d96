import { AsyncLocalStorage } from 'node:async_hooks'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { type AnswerOf, type Calls, DEFAULT_SHOP, type Failure, paths } from '@mela/contract'
import type { FastifyInstance } from 'fastify'
import { onChange } from '../platform/database/invalidation.ts'
import { AnswerCache, type Rendering } from '../platform/http/answer-cache.ts'
import { BusyError } from '../platform/http/errors.ts'
import type { OwnAnswer } from '../platform/http/shared-calls.ts'
import { limitPages } from '../platform/limits/request-limits.ts'
import { html } from '../platform/mail/html.ts'
import { onceAMinute } from '../platform/runtime/repeat.ts'
import { modeOf } from '../shop/settings.ts'
import { bareShop } from '../shop/show-shop.ts'
import { accessOf, sendClosed } from './closed-page.ts'
import { movedTo, presentAddress } from './page-address.ts'
import { AwayError, type Pages } from './pages.ts'
import type { Exchange, WebApp } from './web-app.ts'

export async function pageRoutes(app: FastifyInstance, { pages, web }: { pages: Pages; web: WebApp }) {
  const admit = limitPages(app)

  await app.register(fastifyStatic, {
    root: join(web.folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    wildcard: false,
  })
  const ofDemo = { maxAge: '1d', immutable: false }
  app.get('/share.jpg', (_request, reply) => reply.sendFile('share.jpg', web.folder, ofDemo))
  app.get('/favicon.svg', async (_request, reply) => {
    const { shop, look } = await app.settings.current().catch(() => app.settings.last)
    if (look.accent === DEFAULT_SHOP.accent) return reply.sendFile('favicon.svg', web.folder, ofDemo)
    return reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=3600')
      .send(shopIcon(shop.name, look.accent))
  })

  const render = renderer(app, web)
  const sayBusy = onceAMinute(() =>
    app.log.warn('more is asked for than the shop can answer, so some pages are refused'),
  )
  const sayAway = onceAMinute((err: AwayError) => app.log.error({ err }, 'pages cannot be rendered'))
  app.get('/*', async (request, reply) => {
    const access = await accessOf(request)
    if (access.to === 'nothing') return sendClosed(request, reply, access)
    if (access.to === 'setup') return reply.header('cache-control', 'no-store').redirect(paths.security)
    const address = movedTo(request.url)
    if (address !== undefined) return reply.redirect(address, 301)
    const moved = await presentAddress(app.db, request.url)
    // Another page may get this slug later, so browsers must revalidate.
    if (moved !== undefined) return reply.header('cache-control', 'no-cache').redirect(moved, 301)

    reply.hijack()
    await pages
      .answer(request.raw, reply.raw, { admit: () => admit(request), render: key => render(key, access.to === 'bare') })
      .catch(error => {
        if (error instanceof BusyError) sayBusy()
        else if (error instanceof AwayError) sayAway(error)
        else request.log.error({ err: error, requestId: request.id }, 'page failed')
      })
  })
}

interface PartsOfPage {
  tags: Set<string>
  /** True for a closed shop's page without the data that the owner prepares. */
  isBare: boolean
  outage?: AwayError
}

/** Renders pages against the shop's own API, in-process, and collects the tags of its answers. */
function renderer(app: FastifyInstance, web: WebApp) {
  const partsOfPage = new AsyncLocalStorage<PartsOfPage>()
  const { origin } = new URL(app.env.publicUrl)

  async function ask({ name, params, query }: Exchange): Promise<OwnAnswer> {
    const call = app.sharedCalls.get(name)
    if (!call) throw new Error(`Pages cannot make the call ${name}: it is not shared.`)
    return call({ params, query })
  }
  const ofManyPages = new AnswerCache<OwnAnswer>({ maxSize: MOST_KEPT })
  const stop = onChange(tags => ofManyPages.drop(tags))
  app.addHook('onClose', async () => stop())

  web.setTransport(async exchange => {
    const parts = partsOfPage.getStore()
    const isShared = isOfManyPages(exchange)
    const answer = await (isShared ? ofManyPages.render(exchange.path, () => ask(exchange)) : ask(exchange))
    for (const tag of answer.tags) parts?.tags.add(tag)
    if (parts && answer.status === 503) parts.outage ??= new AwayError((answer.body as Partial<Failure>).message)
    const withhold = parts?.isBare ? WITHHELD[exchange.name] : undefined
    return withhold && answer.status === 200 ? { ...answer, body: withhold(answer.body) } : answer
  })

  return async (key: string, isBare: boolean): Promise<Rendering> => {
    const parts: PartsOfPage = { tags: new Set(), isBare }
    const page = await partsOfPage.run(parts, () => web.render(origin + key))
    app.log.debug('a page was rendered')
    if (parts.outage) throw parts.outage
    const settings = await app.settings.current()
    const mode = modeOf(app.env, settings)
    const kind = mode === 'rehearsal' ? 'Rehearsal' : 'Test mode'
    const said = [
      mode !== 'live' && `${kind}: no real money moves in this shop`,
      !settings.shop.isOpen && 'Closed to the public',
    ]
    return { ...page, html: withBanner(page.html, said.filter(Boolean).join(' · ')), tags: parts.tags }
  }
}

const WITHHELD: Record<string, (body: unknown) => unknown> = {
  'GET /shop': body => {
    const { data, ...answer } = body as AnswerOf<Calls['GET /shop']>
    return { ...answer, data: bareShop(data) }
  },
  'GET /categories': body => ({ ...(body as object), data: [] }),
}

const MOST_KEPT = 500

const OF_MANY = new Set(['GET /shop', 'GET /categories', 'GET /categories/slug/:slug'])
/** The number of products related to another one. */
const LONGEST_LIST = 24

/** Settings and categories are on every page, the first products of a category on the page of each of its products. */
function isOfManyPages({ name, query = {} }: Exchange): boolean {
  if (name !== 'GET /categories/slug/:slug/products') return OF_MANY.has(name)
  const { page, size, view, ...filters } = query
  return page === '1' && view === 'card' && Number(size) <= LONGEST_LIST && Object.keys(filters).length === 0
}

/** The browser's icon of a shop without one of its own: the first letter of its name on its colour, as SVG. */
function shopIcon(name: string, accent: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim())
  const sign = first?.segment.toUpperCase() ?? ''
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${accent}"/><text x="16" y="23" text-anchor="middle" font-family="Georgia,serif" font-size="20" fill="#fdf9f1">${sign}</text></svg>`
    .source
}

/**
 * A line above every page: pure CSS, because client rendering must not know of it, and laid out before the first paint.
 * Full-height elements subtract `--banner`.
 */
function withBanner(html: string, text: string): string {
  if (text === '') return html
  const style = `<style id="strip">:root{--banner:1.75rem}body::before{content:"${text}";display:block;padding:.25rem 1rem;
background:#b3261e;color:#fff;font-size:.8125rem;font-weight:600;line-height:1.5;text-align:center}
@media print{body::before{display:none}}</style>`
  return html.replace('</head>', () => `${style}</head>`)
}
