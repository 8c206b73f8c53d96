import { AREAS, paths, staffPaths } from '@mela/contract'
import type { ComponentType } from 'react'
import { matchRoutes, Navigate, type RouteObject, useParams, useRoutes } from 'react-router'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { DashboardLayout } from './layout/dashboard-layout.tsx'
import { Section } from './layout/section.tsx'

const orders = async () => (await import('./orders/orders-page.tsx')).OrdersPage
const payments = async () => (await import('./payments/payments-page.tsx')).PaymentsPage
const productLists = () => import('./products/product-list-pages.tsx')
const productForms = () => import('./product/product-pages.tsx')
const customers = async () => (await import('./customers/customers-page.tsx')).CustomersPage
const disputes = async () => (await import('./disputes/disputes-page.tsx')).DisputesPage
const reviews = async () => (await import('./reviews/reviews-page.tsx')).ReviewsPage
const settings = () => import('./settings/settings-page.tsx')

interface Loadable {
  /** Loads the code of the route. */
  load: () => Promise<unknown>
}

/** A page whose code is loaded when it is opened. Lists of one kind are pages of their own: none shows the rows of another. */
function page(path: string, load: () => Promise<ComponentType>): RouteObject {
  const Page = lazyPart(load, () => <NotLoaded />)
  const handle: Loadable = Page
  return { path: path.slice(AREAS.dashboard.length + 1), element: <PageOfOne Page={Page} />, handle }
}

/** Remounts the page for other ids in the path: an open dialog of one order must not act on the next. */
function PageOfOne({ Page }: { Page: ComponentType }) {
  const { '*': _rest, ...ids } = useParams()
  return <Page key={Object.values(ids).join()} />
}

/**
 * The routes are in a chunk of their own, so that a shopper's first page does not contain the addresses of staff. The
 * index route redirects.
 */
export const dashboardRoutes: RouteObject[] = [
  { index: true, element: <Navigate to={paths.dashboard} replace /> },
  page(paths.dashboard, async () => (await import('./home/home-page.tsx')).DashboardHomePage),

  page(staffPaths.orders, orders),
  page(staffPaths.readyToShip, orders),
  page(staffPaths.deliveredOrders, orders),
  page(staffPaths.cancelledOrders, orders),
  page(staffPaths.refundedOrders, orders),
  page(staffPaths.refundsDue, orders),
  page(staffPaths.order(':orderId'), async () => (await import('./orders/order-page.tsx')).OrderPage),
  page(staffPaths.packingSlip(':orderId'), async () => (await import('./orders/printed-pages.tsx')).PackingSlipPage),
  page(staffPaths.invoice(':orderId'), async () => (await import('./orders/printed-pages.tsx')).InvoicePage),

  page(staffPaths.payments, payments),
  page(staffPaths.successfulPayments, payments),
  page(staffPaths.failedPayments, payments),
  page(staffPaths.payment(':paymentId'), async () => (await import('./payments/payment-page.tsx')).PaymentPage),

  page(staffPaths.products, async () => (await productLists()).AllProductsPage),
  page(staffPaths.productsOnSale, async () => (await productLists()).ProductsOnSalePage),
  page(staffPaths.inactiveProducts, async () => (await productLists()).InactiveProductsPage),
  page(staffPaths.newProduct, async () => (await productForms()).NewProductPage),
  page(staffPaths.editProduct(':productId'), async () => (await productForms()).EditProductPage),
  page(staffPaths.importProducts, async () => (await import('./import/import-page.tsx')).ImportPage),

  page(staffPaths.categories, async () => (await import('./categories/categories-page.tsx')).CategoriesPage),
  page(staffPaths.collections, async () => (await import('./categories/collections-page.tsx')).CollectionsPage),

  page(staffPaths.customers, customers),
  page(staffPaths.inactiveCustomers, customers),
  page(staffPaths.staff, customers),
  page(staffPaths.customer(':customerId'), async () => (await import('./customers/customer-page.tsx')).CustomerPage),

  page(staffPaths.media, async () => (await import('./media/media-page.tsx')).MediaPage),

  page(staffPaths.disputes, disputes),
  page(staffPaths.openDisputes, disputes),
  page(staffPaths.closedDisputes, disputes),
  page(staffPaths.dispute(':disputeId'), async () => (await import('./disputes/dispute-page.tsx')).DisputePage),

  page(staffPaths.reviews, reviews),
  page(staffPaths.waitingReviews, reviews),
  page(staffPaths.shownReviews, reviews),
  page(staffPaths.hiddenReviews, reviews),

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
