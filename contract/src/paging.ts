import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, PUBLIC_PAGE_CAP } from './constants.ts'
import type { PageMeta } from './endpoint.ts'

const positiveInteger = (fallback: number) => z.coerce.number().int().min(1).catch(fallback)

/** page, size and keyword of every list; what is not a positive integer takes the default, sizes stop at the cap (DECISIONS B93-B95). */
export const listQuery = ({ cap = PUBLIC_PAGE_CAP, size = DEFAULT_PAGE_SIZE } = {}) =>
  z.object({
    page: positiveInteger(1),
    size: positiveInteger(size).transform(asked => Math.min(asked, cap)),
    keyword: z
      .string()
      .catch('')
      .transform(keyword => keyword.replaceAll('\0', '').trim().slice(0, 100)),
  })
export type ListQuery = z.output<ReturnType<typeof listQuery>>

/** An empty list has one page (DECISIONS B96). */
export function pageMeta({ page, size }: { page: number; size: number }, total: number): PageMeta {
  return { page, size, pageCount: Math.max(1, Math.ceil(total / size)), total }
}
