import { type ComponentProps, lazy } from 'react'
import type { RouteObject } from 'react-router'
import { lazyPage } from '../lazy-page.tsx'
import type { PaymentsPage } from './payments-page.tsx'

const Payments = lazy(async () => ({ default: (await import('./payments-page.tsx')).PaymentsPage }))

const list = (path: string, list: ComponentProps<typeof PaymentsPage>['list']): RouteObject => ({
  path,
  element: <Payments key={list} list={list} />,
})

export const paymentRoutes: RouteObject[] = [
  list('payments', 'all'),
  list('payments/successful', 'successful'),
  list('payments/failed', 'failed'),
  {
    path: 'payments/payment/:paymentId',
    element: lazyPage(async () => (await import('./payment-page.tsx')).PaymentPage),
  },
]
