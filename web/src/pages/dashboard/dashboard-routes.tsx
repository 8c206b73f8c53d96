import { type ComponentProps, type ComponentType, lazy } from 'react'
import { Navigate, type RouteObject, useRoutes } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { DashboardLayout } from './dashboard-layout.tsx'
import type { DisputesPage } from './disputes-page.tsx'
import { MissingScreen } from './missing-screen.tsx'
import type { OrdersPage } from './orders/orders-page.tsx'
import type { PaymentsPage } from './payments-page.tsx'

const productLists = () => import('./products/product-list-pages.tsx')
const customerLists = () => import('./customers/customers-page.tsx')

const Orders = lazy(async () => ({ default: (await import('./orders/orders-page.tsx')).OrdersPage }))
const Payments = lazy(async () => ({ default: (await import('./payments-page.tsx')).PaymentsPage }))
const Disputes = lazy(async () => ({ default: (await import('./disputes-page.tsx')).DisputesPage }))

/** A page whose code is loaded when it is opened. */
function page(path: string, load: () => Promise<ComponentType>): RouteObject {
  const Page = lazy(async () => ({ default: await load() }))
  return { path, element: <Page /> }
}

// Each list has a key, so that none shows the rows of another while it loads.
const orders = (path: string, list: ComponentProps<typeof OrdersPage>['list']): RouteObject => ({
  path,
  element: <Orders key={list} list={list} />,
})
const payments = (path: string, list: ComponentProps<typeof PaymentsPage>['list']): RouteObject => ({
  path,
  element: <Payments key={list} list={list} />,
})
const disputes = (path: string, list: ComponentProps<typeof DisputesPage>['list']): RouteObject => ({
  path,
  element: <Disputes key={list} list={list} />,
})

/**
 * In a chunk of their own, so that a shopper's first page does not carry the addresses of staff (B119 for the first).
 */
const routes: RouteObject[] = [
  { index: true, element: <Navigate to={paths.dashboard} replace /> },
  page('home', async () => (await import('./home-page.tsx')).DashboardHomePage),

  orders('orders', 'all'),
  orders('orders/pending', 'readyToShip'),
  orders('orders/delivered', 'delivered'),
  orders('orders/cancelled', 'cancelled'),
  orders('orders/refunded', 'refunded'),
  orders('orders/refund-due', 'refundsDue'),
  page('orders/order/:orderId', async () => (await import('./orders/order-page.tsx')).OrderPage),
  page(
    'orders/order/:orderId/packing-slip',
    async () => (await import('./orders/packing-slip-page.tsx')).PackingSlipPage,
  ),
  page('orders/order/:orderId/invoice', async () => (await import('./orders/invoice-page.tsx')).InvoicePage),

  payments('payments', 'all'),
  payments('payments/successful', 'successful'),
  payments('payments/failed', 'failed'),
  page('payments/payment/:paymentId', async () => (await import('./payment-page.tsx')).PaymentPage),

  page('products', async () => (await productLists()).AllProductsPage),
  page('products/on-sale', async () => (await productLists()).ProductsOnSalePage),
  page('products/inactive', async () => (await productLists()).InactiveProductsPage),
  page('products/new', async () => (await import('./products/new-product-page.tsx')).NewProductPage),
  page('products/edit/:productId', async () => (await import('./products/edit-product-page.tsx')).EditProductPage),
  page('products/import', async () => (await import('./products/import-page.tsx')).ImportPage),

  page('categories', async () => (await import('./categories-page.tsx')).CategoriesPage),

  page('customers', async () => (await customerLists()).CustomersPage),
  page('customers/inactive', async () => (await customerLists()).InactiveCustomersPage),
  page('customers/staff', async () => (await import('./customers/staff-page.tsx')).StaffPage),
  page('customers/customer/:customerId', async () => (await import('./customers/customer-page.tsx')).CustomerPage),

  page('media', async () => (await import('./media-page.tsx')).MediaPage),

  disputes('disputes', 'all'),
  disputes('disputes/open', 'open'),
  disputes('disputes/closed', 'closed'),
  page('disputes/dispute/:disputeId', async () => (await import('./dispute-page.tsx')).DisputePage),

  page('audit', async () => (await import('./audit-page.tsx')).AuditPage),
  { path: '*', element: <MissingScreen /> },
]

export function DashboardRoutes() {
  return <DashboardLayout>{useRoutes(routes)}</DashboardLayout>
}
