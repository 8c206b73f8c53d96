import { staffPaths } from '@mela/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

export const customerLists = [
  { to: staffPaths.customers, label: 'All Customers', only: undefined },
  { to: staffPaths.inactiveCustomers, label: 'Inactive Customers', only: 'inactive' },
  { to: staffPaths.staff, label: 'Staff', only: 'staff' },
] as const

export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['customers', 'one', id],
    queryFn: async () => (await call('GET /users/:id', { params: { id } })).data,
  })
