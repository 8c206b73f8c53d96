import { API_BASE, AREAS, PRODUCT_LIST_KEYS, paths, SPEC_PAGES } from '@mela/contract'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { onChange } from '../platform/database/invalidation.ts'
import { StoredAnswer } from '../platform/http/answer-cache.ts'
import { sendStored } from '../platform/http/shared-calls.ts'
import { lazily } from '../platform/runtime/lazily.ts'
import { isOpenNow } from '../shop/closed-shop.ts'

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
  app.get('/sitemap.xml', async (request, reply) => sendStored(request, reply, await sitemaps.main()))
  app.get<{ Params: { part: string } }>('/sitemap-:part(^\\d{1,6}).xml', async (request, reply) => {
    const part = await sitemaps.part(Number(request.params.part))
    return part ? sendStored(request, reply, part) : reply.code(404).type('text/plain').send('Not found.')
  })
}

const CLOSED = [`${AREAS.account}/`, `${AREAS.auth}/`, paths.cart, `${API_BASE}/`, AREAS.dashboard]

const NOTHING = 'User-agent: *\nDisallow: /\n'

/** Filtered and sorted lists show nothing new, under unlimited addresses. */
const robots = (origin: string) => `User-agent: *
${[...CLOSED, ...PRODUCT_LIST_KEYS.map(key => `/*?*${key}=`), '/*?*option.'].map(path => `Disallow: ${path}\n`).join('')}
Sitemap: ${origin}/sitemap.xml
`

/** More are split over several, named by an index. A sitemap may have five times as many, but they hold up requests. */
const MOST_URLS = 10_000
const FIXED_PAGES = [paths.home, paths.sale, paths.about, paths.contact, paths.privacy, paths.terms]

/** Kept until the catalogue changes. */
export function createSitemaps(db: Database, origin: string, mostUrls = MOST_URLS) {
  const locationOf = (path: string) => `<loc>${origin}${path}</loc>`

  /** One for all addresses, or an index with its parts: other pages in the first, products by their age in the others. */
  async function build(): Promise<{ main: StoredAnswer; parts: StoredAnswer[] }> {
    const pages = (await listPages(db)).map(locationOf)
    let products = await listShownProducts(db, '', mostUrls)
    const ofProducts = () =>
      products.map(({ slug, day }) => `${locationOf(paths.product(slug))}<lastmod>${day}</lastmod>`)
    if (pages.length + products.length <= mostUrls)
      return { main: xmlOf('urlset', 'url', [...pages, ...ofProducts()]), parts: [] }

    const parts = [xmlOf('urlset', 'url', pages)]
    for (let last = products.at(-1); last; last = products.at(-1)) {
      parts.push(xmlOf('urlset', 'url', ofProducts()))
      products = await listShownProducts(db, last.id, mostUrls)
    }
    const named = parts.map((_, part) => locationOf(`/sitemap-${part}.xml`))
    return { main: xmlOf('sitemapindex', 'sitemap', named), parts }
  }

  let built = lazily(build)
  return {
    drop(tags: readonly string[]) {
      if (tags.some(tag => tag === 'catalog' || tag === 'shop' || tag === '*')) built = lazily(build)
    },
    main: async () => (await built()).main,
    part: async (part: number) => (await built()).parts[part],
  }
}

const xmlOf = (root: string, element: string, locations: string[]) =>
  new StoredAnswer({
    status: 200,
    type: 'application/xml; charset=utf-8',
    isWhole: true,
    tags: new Set(['catalog']),
    html: `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${locations.map(location => `<${element}>${location}</${element}>\n`).join('')}</${root}>
`,
  })

/** Categories are listed while they or their children have products. */
async function listPages(db: Database): Promise<string[]> {
  const { rows } = await sql<{ kind: 'category' | 'collection' | 'page'; slug: string }>`
    select 'category' as kind, category.slug
    from categories category left join categories parent on parent.id = category.parent_id
    where not category.is_hidden and parent.is_hidden is not true and exists (
      select from products where is_active and deleted_at is null and category_id = any(array(
        select own.id from categories own where own.id = category.id or own.parent_id = category.id)))
    union all select 'collection', slug from collections where not is_hidden
    union all select 'page', slug from pages where is_published and slug <> all(${Object.keys(SPEC_PAGES)})
    order by kind, slug`.execute(db)
  return [...FIXED_PAGES, ...rows.map(({ kind, slug }) => paths[kind](slug))]
}

async function listShownProducts(db: Database, after: string, limit: number) {
  const { rows } = await sql<{ id: string; slug: string; day: string }>`
    select id, slug, to_char(updated_at at time zone 'utc', 'YYYY-MM-DD') as day from products
    where is_active and deleted_at is null and id > ${after} order by id limit ${limit}`.execute(db)
  return rows
}
