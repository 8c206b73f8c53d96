import type { RouteObject } from 'react-router'
import { lazyPage } from '../lazy-page.tsx'

export const customerRoutes: RouteObject[] = [
  { path: 'customers', element: lazyPage(async () => (await import('./customers-page.tsx')).CustomersPage) },
  {
    path: 'customers/inactive',
    element: lazyPage(async () => (await import('./customers-page.tsx')).InactiveCustomersPage),
  },
  { path: 'customers/staff', element: lazyPage(async () => (await import('./staff-page.tsx')).StaffPage) },
  {
    path: 'customers/customer/:customerId',
    element: lazyPage(async () => (await import('./customer-page.tsx')).CustomerPage),
  },
]
