import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

export const statsQuery = () =>
  queryOptions({ queryKey: ['dashboard', 'stats'], queryFn: async () => (await call('GET /users/admin')).data })

/** The figures of the last `days` days; those of the previous range are shown until these are loaded. */
export const reportQuery = (days: number) =>
  queryOptions({
    queryKey: ['dashboard', 'report', days],
    queryFn: async () => (await call('GET /dashboard/report', { query: { days } })).data,
    placeholderData: previous => previous,
  })

export const lowStockQuery = () =>
  queryOptions({
    queryKey: ['dashboard', 'low-stock'],
    queryFn: async () => (await call('GET /dashboard/low-stock')).data,
  })

const RECENT = 5

export const recentOrdersQuery = () =>
  queryOptions({
    queryKey: ['orders', 'recent processing'],
    queryFn: async () =>
      (await call('GET /orders/status/:status', { params: { status: 'processing' }, query: { size: RECENT } })).data,
  })
