import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, KEYWORD_LENGTH, PUBLIC_PAGE_CAP } from './constants.ts'
import type { PageMeta } from './endpoint.ts'
import { calendarDay, storable } from './fields.ts'

const positiveInteger = (fallback: number) => z.coerce.number().int().min(1).catch(fallback)

/** A value that is no positive integer gets the default; sizes are capped. */
export const listQuery = ({ cap = PUBLIC_PAGE_CAP, size = DEFAULT_PAGE_SIZE } = {}) =>
  z.object({
    page: positiveInteger(1),
    size: positiveInteger(size).transform(asked => Math.min(asked, cap)),
    keyword: z
      .string()
      .catch('')
      .transform(keyword => storable(storable(keyword).trim().slice(0, KEYWORD_LENGTH))),
  })
/** An invalid day is ignored; days are in the shop's time zone. */
const askedDay = calendarDay('').optional().catch(undefined)

export const dayRange = { from: askedDay, to: askedDay }

/** The first is the usual one; a dash means descending. */
export function sortBy<const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) {
  return z.enum(sorts).catch(sorts[0])
}

export type ListQuery = z.output<ReturnType<typeof listQuery>>

export function pageMeta({ page, size }: { page: number; size: number }, total: number): PageMeta {
  return { page, size, pageCount: Math.max(1, Math.ceil(total / size)), total }
}
