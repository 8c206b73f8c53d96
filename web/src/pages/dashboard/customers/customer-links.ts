import { staffPaths } from '@mela/contract'

export const customerLinks = [
  { to: staffPaths.customers, label: 'All Customers' },
  { to: staffPaths.inactiveCustomers, label: 'Inactive Customers' },
  { to: staffPaths.staff, label: 'Staff' },
]
