import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { keepRows } from '../../../ui/table/paged-table.tsx'

const PAGE_SIZE = 20

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

/** One page of the log, newest first; never cached, because the log grows all the time. */
export const auditQuery = ({ size, from, to, ...query }: AuditAddress) =>
  queryOptions({
    queryKey: ['audit', query, size, from, to],
    queryFn: () => call('GET /audit', { query: { ...query, size: size ?? PAGE_SIZE, from: from ?? '', to: to ?? '' } }),
    ...keepRows,
    staleTime: 0,
  })

export const auditFiltersQuery = () =>
  queryOptions({ queryKey: ['audit', 'filters'], queryFn: async () => (await call('GET /audit/filters')).data })

/** The calls that undo a deletion, by action. */
export const restorations: Record<string, ((id: string) => Promise<{ message: string }>) | undefined> = {
  'category.deleted': id => call('POST /categories/:id/restore', { params: { id } }),
  'collection.deleted': id => call('POST /collections/:id/restore', { params: { id } }),
  'page.deleted': id => call('POST /pages/:id/restore', { params: { id } }),
  'product.deleted': async id => {
    const { data } = await call('POST /products/bulk', { body: { action: 'restore', ids: [id] } })
    return { message: data.changed.length > 0 ? 'Product restored successfully.' : 'It was restored already.' }
  },
}
