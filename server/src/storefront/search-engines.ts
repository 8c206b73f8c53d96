import { API_BASE, AREAS, PRODUCT_LIST_KEYS, paths, SPEC_PAGES } from '@mela/contract'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { countRows } from '../platform/database/ids.ts'
import { type AnswerCache, StoredAnswer } from '../platform/http/answer-cache.ts'
import { sendStored } from '../platform/http/shared-calls.ts'
import { isOpenNow } from '../shop/closed-shop.ts'

export const searchEngineRoutes: FastifyPluginAsync<{ answers: AnswerCache }> = async (app, { answers }) => {
  const { origin } = new URL(app.env.publicUrl)

  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send((await isOpenNow(app)) ? robots(origin) : NOTHING),
  )
  app.get('/.well-known/security.txt', async (_request, reply) => {
    const { email } = (await app.settings.current()).shop
    return reply.type('text/plain; charset=utf-8').send(securityText(origin, email))
  })
  const answer = async (request: FastifyRequest, reply: FastifyReply, part?: number) => {
    if (!(await isOpenNow(app))) return reply.code(404).type('text/plain').send('Not found.')
    const main = await answers.render('/sitemap.xml', () => makeSitemap(app.db, origin))
    if (part === undefined) return sendStored(request, reply, main)
    const path = `/sitemap-${part}.xml`
    // A part that the index does not name would read all products, and be kept.
    if (!main.body('identity').includes(`${path}<`)) return reply.code(404).type('text/plain').send('Not found.')
    return sendStored(request, reply, await answers.render(path, () => makeSitemap(app.db, origin, part)))
  }
  app.get('/sitemap.xml', (request, reply) => answer(request, reply))
  app.get<{ Params: { part: string } }>('/sitemap-:part(^\\d{1,3}).xml', (request, reply) =>
    answer(request, reply, Number(request.params.part)),
  )
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

/** One for all addresses, or an index of parts: other pages in the first, products by their age in the others. */
export async function makeSitemap(db: Database, origin: string, part?: number, mostUrls = MOST_URLS) {
  const locationOf = (path: string) => `<loc>${origin}${path}</loc>`
  const pages = async () => (await listPages(db)).map(locationOf)
  const products = async (of: number) => {
    const rows = await listShownProducts(db, of * mostUrls, mostUrls)
    return rows.map(({ slug, day }) => `${locationOf(paths.product(slug))}<lastmod>${day}</lastmod>`)
  }
  if (part !== undefined) return xmlOf('urlset', 'url', await (part === 0 ? pages() : products(part - 1)))

  const first = [...(await pages()), ...(await products(0))]
  if (first.length <= mostUrls) return xmlOf('urlset', 'url', first)
  const count = await countRows(db.selectFrom('products').where(isShown))
  const parts = Array.from({ length: 1 + Math.ceil(count / mostUrls) }, (_, of) => `/sitemap-${of}.xml`)
  return xmlOf('sitemapindex', 'sitemap', parts.map(locationOf))
}

const xmlOf = (root: string, element: string, locations: string[]) =>
  new StoredAnswer({
    status: 200,
    type: 'application/xml; charset=utf-8',
    isWhole: true,
    tags: new Set(['catalog', 'shop']),
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

const isShown = sql<boolean>`is_active and deleted_at is null`

async function listShownProducts(db: Database, offset: number, limit: number) {
  const { rows } = await sql<{ slug: string; day: string }>`
    select slug, to_char(updated_at at time zone 'utc', 'YYYY-MM-DD') as day from products
    where ${isShown} order by id offset ${offset} limit ${limit}`.execute(db)
  return rows
}
