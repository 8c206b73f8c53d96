import { staffPaths } from '@mela/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

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
