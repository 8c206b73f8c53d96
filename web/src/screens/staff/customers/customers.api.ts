import { type Role, STAFF_PAGE_CAP, staffPaths, type User } from '@mela/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import type { ListQuery } from '../../../lib/list-params.ts'
import { refresh } from '../../../lib/query-keys.ts'
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

/** Duration of a row's fade-out in a list that it leaves. */
const LEAVING_MS = 200

/** Puts the answered user into every cached list and reloads the lists. */
function useShowChanged() {
  const queryClient = useQueryClient()
  return ({ data: changed }: { data: User }) => {
    const swap = (user: User) => (user._id === changed._id ? changed : user)
    queryClient.setQueriesData<{ data: User[] }>(
      { queryKey: ['customers', 'list'] },
      list => list && { ...list, data: list.data.map(swap) },
    )
    queryClient.setQueryData(customerQuery(changed._id).queryKey, user => user && changed)
    setTimeout(() => void refresh(queryClient, 'customers', 'users'), LEAVING_MS)
  }
}

export function useCustomerStatus() {
  return useMutation({
    mutationFn: ({ id, status }: { id: string; status: boolean }) =>
      call('PATCH /users/user/:id/status', { params: { id }, body: { status } }),
    onSuccess: useShowChanged(),
  })
}

export function useChangeRole(id: string) {
  return useMutation({
    mutationFn: (role: Role) => call('PATCH /users/:userId', { params: { userId: id }, body: { userId: id, role } }),
    onSuccess: useShowChanged(),
  })
}

export function useDeleteReviews(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE /users/:id/reviews', { params: { id } }),
    onSettled: () => refresh(queryClient, 'customers', 'products'),
  })
}

/** The rights of each role, in ascending order. */
export const roleTexts: Record<Role, { name: string; may: string }> = {
  customer: { name: 'Customer', may: 'Shops: orders, addresses and reviews of their own.' },
  manager: { name: 'Manager', may: 'Shops like a customer. The dashboard stays closed to them.' },
  admin: { name: 'Admin', may: 'Runs the shop: everything in the dashboard, and other people’s accounts and roles.' },
}
