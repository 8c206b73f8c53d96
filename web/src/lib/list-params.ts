import { useSearchParams } from 'react-router'
import { dayIn } from './format.ts'

/** Parses the address of a list; the server validates page and size. */
export interface ListParams {
  page: number
  /** Undefined when the call has its own default. */
  size: number | undefined
  keyword: string
  /** A column with its direction, such as 'total' or '-createdAt'. */
  sort: string | undefined
  /** First and last day, as '2026-11-21'. */
  from: string | undefined
  to: string | undefined
  /** The whole query, for links that keep the rest. */
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
    from: dayIn(params, 'from'),
    to: dayIn(params, 'to'),
    params,
  }
}
