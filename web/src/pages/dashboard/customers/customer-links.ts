import { staffPaths } from '../../../lib/staff-paths.ts'

export const customerLinks = [
  { to: staffPaths.customers, label: 'All Customers' },
  { to: staffPaths.inactiveCustomers, label: 'Inactive Customers' },
  { to: staffPaths.staff, label: 'Staff' },
]
