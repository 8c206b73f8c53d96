import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { paths } from '@mela/contract'
import type { Database } from '../platform/database/database.ts'
import { lazily } from '../platform/runtime/lazily.ts'
import {
  countShownProducts,
  listOwnPages,
  listShownCategories,
  listShownCollections,
  listShownProducts,
} from './sitemap.repository.ts'

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
