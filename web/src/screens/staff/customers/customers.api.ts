import { STAFF_PAGE_CAP, staffPaths } from '@mela/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import type { ListQuery } from '../../../lib/list-params.ts'
import { keepRows } from '../../../ui/paged-table.tsx'

interface CustomerList {
  to: string
  label: string
  only?: 'inactive' | 'staff'
}

export const customerLists: [CustomerList, ...CustomerList[]] = [
  { to: staffPaths.customers, label: 'All Customers' },
  { to: staffPaths.inactiveCustomers, label: 'Inactive Customers', only: 'inactive' },
  { to: staffPaths.staff, label: 'Staff', only: 'staff' },
]

/** All customers or staff in one call, up to its limit. */
export const customersQuery = ({ page, keyword }: Pick<ListQuery, 'page' | 'keyword'>, only?: CustomerList['only']) => {
  const query = { size: STAFF_PAGE_CAP, page, keyword }
  return queryOptions({
    queryKey: ['customers', 'list', page, keyword, only],
    queryFn: () =>
      only === 'staff'
        ? call('GET /users/staff', { query })
        : call('GET /users/customers', { query: { ...query, status: only ?? '' } }),
    ...keepRows,
  })
}

export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['customers', 'one', id],
    queryFn: async () => (await call('GET /users/:id', { params: { id } })).data,
  })

export const overviewQuery = (id: string) =>
  queryOptions({
    queryKey: ['customers', 'one', id, 'overview'],
    queryFn: async () => (await call('GET /users/:id/overview', { params: { id } })).data,
  })
