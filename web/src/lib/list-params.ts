import { useLocation, useSearchParams } from 'react-router'
import { dayIn } from './format.ts'

/** The address of a list; the server validates page and size. */
export function useListParams() {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const text = (name: string) => params.get(name)?.trim() ?? ''
  const positive = (name: string) => {
    const value = Number(params.get(name))
    return Number.isInteger(value) && value > 0 ? value : undefined
  }

  return {
    // Links of the sidebar end with a slash.
    path: pathname.replace(/\/$/, ''),
    params,
    /** Part of the query as calls take it; a call has its own default for what is empty. */
    query: {
      page: positive('page') ?? 1,
      size: positive('size') ?? ('' as const),
      keyword: text('keyword'),
      sort: text('sort'),
      from: dayIn(params, 'from') ?? '',
      to: dayIn(params, 'to') ?? '',
    },
  }
}

export type ListQuery = ReturnType<typeof useListParams>['query']
