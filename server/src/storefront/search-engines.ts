import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { API_BASE, AREAS, PRODUCT_LIST_KEYS, paths, SPEC_PAGES } from '@mela/contract'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { onChange } from '../platform/database/invalidation.ts'
import { bestEncoding } from '../platform/http/answer-cache.ts'
import { lazily } from '../platform/runtime/lazily.ts'
import { isOpenNow } from '../shop/closed-shop.ts'

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

/** Rows fetched at a time, to bound memory for any catalogue. */
const BATCH = 5000

const isActive = sql<boolean>`products.is_active and products.deleted_at is null`

/** A sitemap's maximum of addresses; more are split over several, named by an index. */
const MOST_URLS = 50_000
/** Further parts of a very large catalogue are rebuilt on request. */
const MOST_KEPT = 20
const FIXED_PAGES = [paths.home, paths.sale, paths.about, paths.contact, paths.privacy, paths.terms]

/** The sitemaps as gzipped XML; cached until the catalogue changes. */
export function createSitemaps(db: Database, origin: string, mostUrls = MOST_URLS) {
  const kept = new Map<string, Promise<Buffer>>()
  let partCount = lazily(countParts)

  function keep(name: string, xml: () => AsyncIterable<string>): Promise<Buffer> {
    const known = kept.get(name)
    if (known) return known
    if (kept.size === MOST_KEPT) kept.clear()
    const making = pipeline(Readable.from(xml()), createGzip(), source => buffer(source))
    kept.set(name, making)
    making.catch(() => kept.delete(name))
    return making
  }

  const location = (path: string, lastChange?: Date) =>
    `<loc>${origin}${path}</loc>${lastChange ? `<lastmod>${lastChange.toISOString().slice(0, 10)}</lastmod>` : ''}`

  async function* pages() {
    for (const path of FIXED_PAGES) yield location(path)
    for (const slug of await listShownCategories(db)) yield location(paths.category(slug))
    for (const slug of await listShownCollections(db)) yield location(paths.collection(slug))
    for (const slug of await listOwnPages(db)) yield location(paths.page(slug))
  }

  async function* products(offset = 0) {
    for await (const { slug, updated_at } of listShownProducts(db, offset, mostUrls)) {
      yield location(paths.product(slug), updated_at)
    }
  }

  async function* all() {
    yield* pages()
    yield* products()
  }

  async function* parts(count: number) {
    for (let part = 0; part <= count; part++) yield location(`/sitemap-${part}.xml`)
  }

  /** The number of product parts beside part 0, which holds the other pages; 0 when all fits into one sitemap. */
  async function countParts() {
    const [products, ...lists] = await Promise.all([
      countShownProducts(db),
      listShownCategories(db),
      listShownCollections(db),
      listOwnPages(db),
    ])
    const isOne = products + lists.flat().length + FIXED_PAGES.length <= mostUrls
    return isOne ? 0 : Math.ceil(products / mostUrls)
  }

  return {
    drop(tags: readonly string[]) {
      if (!tags.some(tag => tag === 'catalog' || tag === 'shop' || tag === '*')) return
      kept.clear()
      partCount = lazily(countParts)
    },

    /** All addresses, or the index of the parts. */
    async main(): Promise<Buffer> {
      const count = await partCount()
      return keep('main', () =>
        count === 0 ? xml('urlset', 'url', all()) : xml('sitemapindex', 'sitemap', parts(count)),
      )
    },

    /** A part that the index names, or undefined. */
    async part(part: number): Promise<Buffer | undefined> {
      const count = await partCount()
      if (count === 0 || part > count) return undefined
      return keep(`part ${part}`, () => xml('urlset', 'url', part === 0 ? pages() : products((part - 1) * mostUrls)))
    },
  }
}

async function* xml(root: string, element: string, locations: AsyncIterable<string>) {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`
  for await (const location of locations) yield `<${element}>${location}</${element}>\n`
  yield `</${root}>\n`
}

/** Visible products, in order of creation. */
const products = (db: Database) => db.selectFrom('products').where(isActive)

async function countShownProducts(db: Database): Promise<number> {
  const { count } = await products(db)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

interface ShownProduct {
  id: string
  slug: string
  updated_at: Date
}

/** The products from the `offset`th on, at most `limit`. */
async function* listShownProducts(db: Database, offset: number, limit: number): AsyncGenerator<ShownProduct> {
  const select = () => products(db).select(['id', 'slug', 'updated_at']).orderBy('id')
  let rows = await select().offset(offset).limit(Math.min(BATCH, limit)).execute()
  let left = limit
  for (let last = rows.at(-1); last; last = rows.at(-1)) {
    yield* rows
    left -= rows.length
    if (left === 0) return
    rows = await select().where('id', '>', last.id).limit(Math.min(BATCH, left)).execute()
  }
}

/** The slugs of visible categories with active products, of their own or of their children. */
async function listShownCategories(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('categories')
    .leftJoin('categories as parent', 'parent.id', 'categories.parent_id')
    .select('categories.slug')
    .where('categories.is_hidden', '=', false)
    .where(sql<boolean>`parent.is_hidden is not true`)
    .where(({ exists }) =>
      exists(
        products(db)
          .select('products.id')
          .where(sql<boolean>`products.category_id = any(array(
            select own.id from categories as own where own.id = categories.id or own.parent_id = categories.id))`),
      ),
    )
    .orderBy('categories.id')
    .execute()
  return rows.map(({ slug }) => slug)
}

/** The slugs of collections that are not hidden. */
async function listShownCollections(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('collections').select('slug').where('is_hidden', '=', false).orderBy('id').execute()
  return rows.map(({ slug }) => slug)
}

/** The slugs of published pages beside SPEC's. */
async function listOwnPages(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('pages')
    .select('slug')
    .where('is_published', '=', true)
    .where('slug', 'not in', Object.keys(SPEC_PAGES))
    .orderBy('id')
    .execute()
  return rows.map(({ slug }) => slug)
}
