import { paths, SETTING_GROUPS, staffPaths } from '@mela/contract'

export interface Screen {
  label: string
  to: string
  /** The key of the screen's shortcut, pressed after g. */
  key?: string
}

/** All screens of the dashboard that need no id. */
export const screens: Screen[] = [
  { label: 'Dashboard', to: paths.dashboard, key: 'h' },
  { label: 'Orders', to: staffPaths.orders, key: 'o' },
  { label: 'Ready to Ship', to: staffPaths.readyToShip, key: 's' },
  { label: 'Delivered orders', to: staffPaths.deliveredOrders },
  { label: 'Cancelled orders', to: staffPaths.cancelledOrders },
  { label: 'Refunded orders', to: staffPaths.refundedOrders },
  { label: 'Orders with a refund due', to: staffPaths.refundsDue },
  { label: 'Payments', to: staffPaths.payments, key: 'p' },
  { label: 'Successful payments', to: staffPaths.successfulPayments },
  { label: 'Failed payments', to: staffPaths.failedPayments },
  { label: 'Products', to: staffPaths.products, key: 'r' },
  { label: 'New product', to: staffPaths.newProduct },
  { label: 'Products on sale', to: staffPaths.productsOnSale },
  { label: 'Inactive products', to: staffPaths.inactiveProducts },
  { label: 'Import products', to: staffPaths.importProducts },
  { label: 'Categories', to: staffPaths.categories, key: 'c' },
  { label: 'Collections', to: staffPaths.collections },
  { label: 'Customers', to: staffPaths.customers, key: 'u' },
  { label: 'Inactive customers', to: staffPaths.inactiveCustomers },
  { label: 'Staff', to: staffPaths.staff },
  { label: 'Media', to: staffPaths.media, key: 'm' },
  { label: 'Disputes', to: staffPaths.disputes, key: 'd' },
  { label: 'Open disputes', to: staffPaths.openDisputes },
  { label: 'Closed disputes', to: staffPaths.closedDisputes },
  { label: 'Reviews', to: staffPaths.reviews, key: 'w' },
  { label: 'Waiting reviews', to: staffPaths.waitingReviews },
  { label: 'Shown reviews', to: staffPaths.shownReviews },
  { label: 'Hidden reviews', to: staffPaths.hiddenReviews },
  { label: 'Pages', to: staffPaths.pages, key: 't' },
  { label: 'New page', to: staffPaths.newPage },
  { label: 'Settings', to: staffPaths.settings, key: 'e' },
  ...Object.entries(SETTING_GROUPS).map(([group, label]) => ({
    label: `Settings: ${label}`,
    to: staffPaths.settingGroup(group),
  })),
  { label: 'Settings: History', to: staffPaths.settingsHistory },
  { label: 'Audit log', to: staffPaths.audit, key: 'a' },
  { label: 'Shop', to: paths.home },
]
