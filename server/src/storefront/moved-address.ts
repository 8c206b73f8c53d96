import {
  AREAS,
  areaStarts,
  firstPart,
  firstParts,
  isProductList,
  isSpecPage,
  KEYWORD_LENGTH,
  paths,
  textPath,
} from '@mela/contract'
import { listMovedSlugs } from '../catalog/categories.ts'
import { findMovedProduct } from '../catalog/product-slugs.ts'
import type { Database } from '../platform/database/database.ts'
import { listMovedPages } from '../shop/texts.ts'
import { LIST_KEYS } from './page-address.ts'

const KNOWN = firstParts()

/** The longest value of a list's query besides the keyword: a category's slug. */
const VALUE_LENGTH = 80

/** Links of the dashboard's menu end with a slash; both forms are valid. */
const IN_MENU = new RegExp(`^${AREAS.dashboard}/[^/]+/$`)

/**
 * The canonical address of a page requested with capitals, needless escapes, steps up (`/x/..`), doubled slashes or a
 * trailing one, with NUL or values of excessive length in its otherwise kept query, or of an area without a screen; undefined when it is canonical.
 * Only the shop's own paths are answered, so no address redirects to another site.
 */
export function movedTo(url: string): string | undefined {
  const [path = ''] = url.split('?', 1)
  const plain = plainPath(url)
  const exact = IN_MENU.test(plain) ? plain : plain.replace(/(?<=.)\/$/, '')
  const right = areaStarts[exact] ?? specAddress(exact) ?? exact
  // HTML cannot hold NUL, which a page would repeat from its query.
  const query = url.slice(path.length).replaceAll('%00', '')
  const address = right + (isProductList(right) ? shortened(query) : query)
  return address !== url && KNOWN.has(firstPart(right)) ? address : undefined
}

/** The address of SPEC's page that was requested below the path of the owner's pages. */
function specAddress(path: string): string | undefined {
  const [, slug = ''] = path.split(paths.page(''))
  return isSpecPage(slug) ? textPath(slug) : undefined
}

/** A list's page repeats its query in every link: the keyword is cut where the search cuts it, longer values go. */
function shortened(query: string): string {
  const search = new URLSearchParams(query)
  const long = LIST_KEYS.filter(
    key => (search.get(key)?.length ?? 0) > (key === 'keyword' ? KEYWORD_LENGTH : VALUE_LENGTH),
  )
  if (long.length === 0) return query
  const keyword = search.get('keyword')?.slice(0, KEYWORD_LENGTH)
  for (const key of long) search.delete(key)
  if (keyword) search.set('keyword', keyword)
  return search.size > 0 ? `?${search}` : ''
}

/** The path of an address, with steps up resolved, in small letters, with single slashes and no needless escape. */
export function plainPath(url: string): string {
  const [path = ''] = url.split('?', 1)
  return resolved(path)
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
}

/** The path as the renderer resolves it, so that no page is cached under a second address. */
const resolved = (path: string) => new URL(`http://shop${path.replace(/%[0-9a-f]{2}/gi, needlessEscape)}`).pathname

/** Letters, digits and -._~ mean the same with and without an escape (RFC 3986 §2.3). */
function needlessEscape(code: string): string {
  const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
  return /[\w.~-]/.test(character) ? character : code
}

/** The kinds of pages with few slugs: the path, the query of former slugs, and the tag of changes that can add one. */
const KINDS = [
  { path: paths.category, list: listMovedSlugs, tag: 'catalog' },
  { path: paths.page, list: listMovedPages, tag: 'shop' },
] as const

const addressesOf = (path: (slug: string) => string) => new RegExp(`^${path('([a-z0-9-]+)')}(\\?.*)?$`)
const PRODUCTS = addressesOf(paths.product)

/**
 * Finds the present address of the page of a category, a text or a product under an earlier slug. Those of categories and texts are
 * cached until one may have moved; of products there are too many.
 */
export function movedSlugs(db: Database) {
  const kinds = KINDS.map(({ path, list, tag }) => {
    const address = addressesOf(path)
    let slugs: Promise<Map<string, string>> | undefined

    async function load(): Promise<Map<string, string>> {
      const loading = list(db)
      slugs = loading
      try {
        return await loading
      } catch {
        // The page itself reports that the database is away.
        slugs = undefined
        return new Map()
      }
    }

    return {
      tag,
      forget() {
        slugs = undefined
      },
      async addressOf(url: string): Promise<string | undefined> {
        const [, slug, query = ''] = address.exec(url) ?? []
        if (slug === undefined) return undefined
        const present = (await (slugs ?? load())).get(slug)
        return present === undefined ? undefined : path(present) + query
      },
    }
  })

  async function productAddress(url: string): Promise<string | undefined> {
    const [, slug, query = ''] = PRODUCTS.exec(url) ?? []
    if (slug === undefined) return undefined
    // The page itself reports that the database is away.
    const present = await findMovedProduct(db, slug).catch(() => undefined)
    return present === undefined ? undefined : paths.product(present) + query
  }

  return {
    forget(tags: readonly string[]) {
      for (const kind of kinds) if (tags.includes('*') || tags.includes(kind.tag)) kind.forget()
    },
    /** The address with its query; undefined when nothing has moved from there. */
    async addressOf(url: string): Promise<string | undefined> {
      for (const kind of kinds) {
        const address = await kind.addressOf(url)
        if (address !== undefined) return address
      }
      return productAddress(url)
    },
  }
}
