import { isProductList, paths } from '@mela/contract'
import { createContext } from 'react'

/** The shop's public origin (PUBLIC_URL), whichever address the visitor used; empty where a page has no canonical address. */
export const Origin = createContext('')

/** The canonical path of a page: page numbers and the keyword count, filters and order do not. */
export function canonicalPath({ pathname, search }: { pathname: string; search: string }): string {
  const given = new URLSearchParams(search)
  const kept = new URLSearchParams()
  const keyword = given.get('keyword')
  const page = Number(given.get('page'))
  if (keyword && pathname === paths.searchBase) kept.set('keyword', keyword)
  if (page > 1 && Number.isSafeInteger(page) && isProductList(pathname)) kept.set('page', String(page))
  return kept.size > 0 ? `${pathname}?${kept}` : pathname
}
