import { useSearchParams } from 'react-router'

/** What the address of a list says (T258, B94, B95); the server has the last word on page and size. */
export interface ListParams {
  page: number
  /** Undefined where the call has a default of its own. */
  size: number | undefined
  keyword: string
  /** A column with its direction, such as 'total' or '-createdAt'. */
  sort: string | undefined
  /** The first and the last day, like '2026-11-21'. */
  from: string | undefined
  to: string | undefined
  /** All of it, for links that keep the rest. */
  params: URLSearchParams
}

export function useListParams(): ListParams {
  const [params] = useSearchParams()
  const positive = (name: string) => {
    const value = Number(params.get(name))
    return Number.isInteger(value) && value > 0 ? value : undefined
  }
  const text = (name: string) => params.get(name)?.trim() || undefined

  return {
    page: positive('page') ?? 1,
    size: positive('size'),
    keyword: text('keyword') ?? '',
    sort: text('sort'),
    from: text('from'),
    to: text('to'),
    params,
  }
}
