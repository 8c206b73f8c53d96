import { useLocation, useSearchParams } from 'react-router'

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

/** A day of an address, as '2026-11-21'; undefined when it is no day of the calendar, which the server ignores. */
export function dayIn(params: URLSearchParams, name: string): string | undefined {
  const day = params.get(name) ?? ''
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === day ? day : undefined
}
