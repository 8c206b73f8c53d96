import { AREAS, paths, staffPaths } from '@mela/contract'
import type { ComponentProps, ComponentType, ReactElement } from 'react'
import { matchRoutes, Navigate, type RouteObject, useParams, useRoutes } from 'react-router'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import type { DisputesPage } from './disputes/disputes-page.tsx'
import { DashboardLayout } from './layout/dashboard-layout.tsx'
import { Section } from './layout/section.tsx'
import type { OrdersPage } from './orders/orders-page.tsx'
import type { PaymentsPage } from './payments/payments-page.tsx'
import type { ReviewsPage } from './reviews/reviews-page.tsx'

const productLists = () => import('./products/product-list-pages.tsx')
const settings = () => import('./settings/settings-page.tsx')
const customerLists = () => import('./customers/customers-page.tsx')

/** Replaces a screen whose code could not be loaded. */
const Missing = () => <NotLoaded />

const Orders = lazyPart(async () => (await import('./orders/orders-page.tsx')).OrdersPage, Missing)
const Payments = lazyPart(async () => (await import('./payments/payments-page.tsx')).PaymentsPage, Missing)
const Disputes = lazyPart(async () => (await import('./disputes/disputes-page.tsx')).DisputesPage, Missing)
const Reviews = lazyPart(async () => (await import('./reviews/reviews-page.tsx')).ReviewsPage, Missing)

interface Loadable {
  /** Loads the code of the route. */
  load: () => Promise<unknown>
}

/** A route with a path relative to the dashboard's. */
const at = (path: string, element: ReactElement, handle: Loadable): RouteObject => ({
  path: path.slice(AREAS.dashboard.length + 1),
  element,
  handle,
})

/** A page whose code is loaded when it is opened. */
function page(path: string, load: () => Promise<ComponentType>): RouteObject {
  const Page = lazyPart(load, Missing)
  return at(path, <PageOfOne Page={Page} />, Page)
}

/** Remounts the page for other ids in the path: an open dialog of one order must not act on the next. */
function PageOfOne({ Page }: { Page: ComponentType }) {
  const { '*': _rest, ...ids } = useParams()
  return <Page key={Object.values(ids).join()} />
}

// Each list has a key, so that none shows the rows of another while it loads.
const orders = (path: string, list: ComponentProps<typeof OrdersPage>['list']) =>
  at(path, <Orders key={list} list={list} />, Orders)
const payments = (path: string, list: ComponentProps<typeof PaymentsPage>['list']) =>
  at(path, <Payments key={list} list={list} />, Payments)
const disputes = (path: string, list: ComponentProps<typeof DisputesPage>['list']) =>
  at(path, <Disputes key={list} list={list} />, Disputes)
const reviews = (path: string, list: ComponentProps<typeof ReviewsPage>['list']) =>
  at(path, <Reviews key={list} list={list} />, Reviews)

/**
 * The routes are in a chunk of their own, so that a shopper's first page does not contain the addresses of staff. The
 * index route redirects.
 */
export const dashboardRoutes: RouteObject[] = [
  { index: true, element: <Navigate to={paths.dashboard} replace /> },
  page(paths.dashboard, async () => (await import('./home/home-page.tsx')).DashboardHomePage),

  orders(staffPaths.orders, 'all'),
  orders(staffPaths.readyToShip, 'readyToShip'),
  orders(staffPaths.deliveredOrders, 'delivered'),
  orders(staffPaths.cancelledOrders, 'cancelled'),
  orders(staffPaths.refundedOrders, 'refunded'),
  orders(staffPaths.refundsDue, 'refundsDue'),
  page(staffPaths.order(':orderId'), async () => (await import('./orders/order-page.tsx')).OrderPage),
  page(staffPaths.packingSlip(':orderId'), async () => (await import('./orders/printed-pages.tsx')).PackingSlipPage),
  page(staffPaths.invoice(':orderId'), async () => (await import('./orders/printed-pages.tsx')).InvoicePage),

  payments(staffPaths.payments, 'all'),
  payments(staffPaths.successfulPayments, 'successful'),
  payments(staffPaths.failedPayments, 'failed'),
  page(staffPaths.payment(':paymentId'), async () => (await import('./payments/payment-page.tsx')).PaymentPage),

  page(staffPaths.products, async () => (await productLists()).AllProductsPage),
  page(staffPaths.productsOnSale, async () => (await productLists()).ProductsOnSalePage),
  page(staffPaths.inactiveProducts, async () => (await productLists()).InactiveProductsPage),
  page(staffPaths.newProduct, async () => (await import('./product/new-product-page.tsx')).NewProductPage),
  page(
    staffPaths.editProduct(':productId'),
    async () => (await import('./product/edit-product-page.tsx')).EditProductPage,
  ),
  page(staffPaths.importProducts, async () => (await import('./import/import-page.tsx')).ImportPage),

  page(staffPaths.categories, async () => (await import('./categories/categories-page.tsx')).CategoriesPage),
  page(staffPaths.collections, async () => (await import('./categories/collections-page.tsx')).CollectionsPage),

  page(staffPaths.customers, async () => (await customerLists()).CustomersPage),
  page(staffPaths.inactiveCustomers, async () => (await customerLists()).InactiveCustomersPage),
  page(staffPaths.staff, async () => (await import('./customers/customers-page.tsx')).StaffPage),
  page(staffPaths.customer(':customerId'), async () => (await import('./customers/customer-page.tsx')).CustomerPage),

  page(staffPaths.media, async () => (await import('./media/media-page.tsx')).MediaPage),

  disputes(staffPaths.disputes, 'all'),
  disputes(staffPaths.openDisputes, 'open'),
  disputes(staffPaths.closedDisputes, 'closed'),
  page(staffPaths.dispute(':disputeId'), async () => (await import('./disputes/dispute-page.tsx')).DisputePage),

  reviews(staffPaths.reviews, 'all'),
  reviews(staffPaths.waitingReviews, 'waiting'),
  reviews(staffPaths.shownReviews, 'shown'),
  reviews(staffPaths.hiddenReviews, 'hidden'),

  page(staffPaths.pages, async () => (await import('./pages/pages-page.tsx')).PagesPage),
  page(staffPaths.newPage, async () => (await import('./pages/edit-text-page.tsx')).NewTextPage),
  page(staffPaths.editPage(':pageId'), async () => (await import('./pages/edit-text-page.tsx')).EditTextPage),

  page(staffPaths.settings, async () => (await settings()).SettingsPage),
  page(staffPaths.settingsHistory, async () => (await settings()).SettingsHistoryPage),
  page(staffPaths.settingGroup(':group'), async () => (await settings()).SettingsPage),

  page(staffPaths.audit, async () => (await import('./audit/audit-page.tsx')).AuditPage),
  { path: '*', element: <MissingScreen /> },
]

/** Loads the code of a screen before it is rendered: React would show its skeleton for at least 300 ms. */
export async function loadScreen(pathname: string): Promise<void> {
  const screen = matchRoutes(dashboardRoutes, pathname, AREAS.dashboard)?.at(-1)?.route
  await (screen?.handle as Loadable | undefined)?.load()
}

export function DashboardRoutes() {
  return <DashboardLayout>{useRoutes(dashboardRoutes)}</DashboardLayout>
}

function MissingScreen() {
  return (
    <Section title="Page not found">
      <EmptyState text="There is nothing at this address of the dashboard.">
        <ButtonLink to={paths.dashboard} variant="outline" size={40}>
          Go to the dashboard
        </ButtonLink>
      </EmptyState>
    </Section>
  )
}
