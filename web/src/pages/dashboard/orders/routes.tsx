import { type ComponentProps, lazy } from 'react'
import type { RouteObject } from 'react-router'
import { lazyPage } from '../lazy-page.tsx'
import type { OrdersPage } from './orders-page.tsx'

const Orders = lazy(async () => ({ default: (await import('./orders-page.tsx')).OrdersPage }))

/** Each list is a page of its own, so that none shows the rows of another while its own are on their way. */
const list = (path: string, list: ComponentProps<typeof OrdersPage>['list']): RouteObject => ({
  path,
  element: <Orders key={list} list={list} />,
})

export const orderRoutes: RouteObject[] = [
  list('orders', 'all'),
  list('orders/pending', 'readyToShip'),
  list('orders/delivered', 'delivered'),
  list('orders/cancelled', 'cancelled'),
  list('orders/refunded', 'refunded'),
  list('orders/refund-due', 'refundsDue'),
  { path: 'orders/order/:orderId', element: lazyPage(async () => (await import('./order-page.tsx')).OrderPage) },
  {
    path: 'orders/order/:orderId/packing-slip',
    element: lazyPage(async () => (await import('./packing-slip-page.tsx')).PackingSlipPage),
  },
  {
    path: 'orders/order/:orderId/invoice',
    element: lazyPage(async () => (await import('./invoice-page.tsx')).InvoicePage),
  },
]
