import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { keepRows } from '../../ui/paged-table.tsx'
import { endOfDay, startOfDay } from './day-bounds.ts'

export interface AuditAddress {
  page: number
  size: number | undefined
  keyword: string
  actor: string
  group: string
  subject: string
  /** The first and the last day. */
  from: string | undefined
  to: string | undefined
}

/** One page of the log, newest first; it grows all the time, so it is asked for afresh. */
export const auditQuery = ({ from, to, size, ...query }: AuditAddress) =>
  queryOptions({
    queryKey: ['audit', query, size, from, to],
    queryFn: () =>
      call('GET /audit', {
        query: { ...query, size: size ?? '', from: startOfDay(from) ?? '', to: endOfDay(to) ?? '' },
      }),
    ...keepRows,
    staleTime: 0,
  })

export const auditFiltersQuery = () =>
  queryOptions({ queryKey: ['audit', 'filters'], queryFn: async () => (await call('GET /audit/filters')).data })
