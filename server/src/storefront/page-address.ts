import {
  AREAS,
  chosenOptions,
  isIn,
  isOptionKey,
  isProductList,
  isProductPage,
  optionPairs,
  PRODUCT_LIST_KEYS,
} from '@mela/contract'

/** The search keys that change a list; all others are ignored. */
export const LIST_KEYS = ['keyword', 'page', 'size', ...PRODUCT_LIST_KEYS] as const

export interface PageAddress {
  /** The cache key: equal pages have equal keys, whatever else is in the address. */
  key: string
  /** Pages of one visit (signing in, paying) and of a choice that was sent by a form are rendered every time. */
  isShared: boolean
}

/** URL parsers drop tabs and line feeds, so that React Router finds another host in `/%09/%2fx`; no page has a control character. */
export const isReadable = (url: string): boolean => !/^[^?]*%([01][\da-f]|7f)/i.test(url)

/**
 * The canonical address of a page: known search keys in one order. Variants of its path were redirected before
 * (movedTo).
 */
export function pageAddress(url: string): PageAddress {
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  const isShared = !isIn(AREAS.auth, path) && !isIn(AREAS.account, path)
  if (at < 0) return { key: path, isShared }
  if (!isShared) return { key: path + url.slice(at), isShared }
  const given = new URLSearchParams(url.slice(at))
  if (isProductPage(path)) return productAddress(path, given)
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
