import { staffPaths } from '@mela/contract'

export const customerLists = [
  { to: staffPaths.customers, label: 'All Customers', only: undefined },
  { to: staffPaths.inactiveCustomers, label: 'Inactive Customers', only: 'inactive' },
  { to: staffPaths.staff, label: 'Staff', only: 'staff' },
] as const
