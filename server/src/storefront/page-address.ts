import {
  AREAS,
  areaStarts,
  chosenOptions,
  firstPart,
  firstParts,
  isIn,
  isOptionKey,
  isProductList,
  isSpecPage,
  KEYWORD_LENGTH,
  optionPairs,
  PRODUCT_LIST_KEYS,
  paths,
  textPath,
} from '@mela/contract'
import { findMovedCategory } from '../catalog/categories.ts'
import { findMovedProduct } from '../catalog/product-slugs.ts'
import type { Database } from '../platform/database/database.ts'
import { findMovedPage } from '../shop/texts.ts'

/** The search keys that change a list; all others are ignored. */
const LIST_KEYS = ['keyword', 'page', 'size', ...PRODUCT_LIST_KEYS] as const

interface PageAddress {
  /** The cache key: equal pages have equal keys, whatever else is in the address. */
  key: string
  /** Pages of one visit (signing in, paying, a shared cart) and of a choice that was sent by a form are rendered every time. */
  isShared: boolean
}

/** The canonical address of a page: known search keys in one order. `movedTo` has redirected other paths before. */
export function pageAddress(url: string): PageAddress {
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  const isOfOne = isIn(AREAS.auth, path) || isIn(AREAS.account, path) || path.startsWith(paths.sharedCart(''))
  const isShared = !isOfOne
  if (at < 0) return { key: path, isShared }
  if (!isShared) return { key: path + url.slice(at), isShared }
  const given = new URLSearchParams(url.slice(at))
  if (path.startsWith(paths.product('')) || path.startsWith(paths.productById(''))) return productAddress(path, given)
  if (!isProductList(path)) return { key: path, isShared }

  const search = new URLSearchParams()
  for (const key of LIST_KEYS) {
    const value = given.get(key)
    if (value) search.set(key, value)
  }
  for (const [key, value] of optionPairs(chosenOptions(given))) search.append(key, value)
  return { key: search.size > 0 ? `${path}?${search}` : path, isShared }
}

/** A page of an unknown variant is not kept (web/src/entry-server.tsx). */
function productAddress(path: string, given: URLSearchParams): PageAddress {
  const variant = given.get('variant') ?? ''
  if (/^[0-9a-f]{24}$/.test(variant)) return { key: `${path}?variant=${variant}`, isShared: true }
  const options = new URLSearchParams([...given].filter(([key]) => isOptionKey(key)))
  return options.size > 0 ? { key: `${path}?${options}`, isShared: false } : { key: path, isShared: true }
}

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

const KINDS = [
  { path: paths.category, find: findMovedCategory },
  { path: paths.page, find: findMovedPage },
  { path: paths.product, find: findMovedProduct },
].map(({ path, find }) => ({ path, find, address: new RegExp(`^${path('([a-z0-9-]+)')}(\\?.*)?$`) }))

/** The present address of a page under an earlier slug, with its query; undefined when nothing has moved from there. */
export async function presentAddress(db: Database, url: string): Promise<string | undefined> {
  for (const { path, find, address } of KINDS) {
    const [, slug, query = ''] = address.exec(url) ?? []
    // The page itself reports that the database is away.
    const present = slug === undefined ? undefined : await find(db, slug).catch(() => undefined)
    if (present !== undefined) return path(present) + query
  }
  return undefined
}
