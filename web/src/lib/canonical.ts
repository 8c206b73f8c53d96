import { createContext } from 'react'

/** Where the shop is known to be (PUBLIC_URL), however this visitor came to it. */
export const Origin = createContext('')

const LISTS = /^\/(search$|sale$|product-category\/)/

/** The one path of what a page shows: a list's later pages and a search's keyword count, its filters and order do not. */
export function canonicalPath({ pathname, search }: { pathname: string; search: string }): string {
  const given = new URLSearchParams(search)
  const kept = new URLSearchParams()
  const keyword = given.get('keyword')
  const page = Number(given.get('page'))
  if (keyword && pathname === '/search') kept.set('keyword', keyword)
  if (page > 1 && Number.isSafeInteger(page) && LISTS.test(pathname)) kept.set('page', String(page))
  return kept.size > 0 ? `${pathname}?${kept}` : pathname
}
