import { AREAS, chosenOptions, isIn, isProductList, optionPairs, PRODUCT_LIST_KEYS } from '@mela/contract'

/** The search keys that change a list; all others are ignored. */
export const LIST_KEYS = ['keyword', 'page', 'size', ...PRODUCT_LIST_KEYS] as const

export interface PageAddress {
  /** Equal pages have equal keys, whatever else is in the address. */
  key: string
  /** Pages of one visit (signing in, paying) are rendered every time. */
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
  if (!isProductList(path)) return { key: path, isShared }

  const given = new URLSearchParams(url.slice(at))
  const search = new URLSearchParams()
  for (const key of LIST_KEYS) {
    const value = given.get(key)
    if (value) search.set(key, value)
  }
  for (const [key, value] of optionPairs(chosenOptions(given))) search.append(key, value)
  return { key: search.size > 0 ? `${path}?${search}` : path, isShared }
}
