import type { OrderStatus } from '../orders/order-status.ts'

/** The addresses of the dashboard except its home, which the shop's header links to; written down here alone. */
export const staffPaths = {
  orders: '/dashboard/orders',
  /** Orders with status processing, despite the path's name (B27). */
  readyToShip: '/dashboard/orders/pending',
  deliveredOrders: '/dashboard/orders/delivered',
  cancelledOrders: '/dashboard/orders/cancelled',
  refundedOrders: '/dashboard/orders/refunded',
  refundsDue: '/dashboard/orders/refund-due',
  /** Orders of one status, placed in these days. */
  ordersOf: (status: OrderStatus, { from, to }: { from: string; to: string }) =>
    `/dashboard/orders?status=${status}&from=${from}&to=${to}`,
  order: (id: string) => `/dashboard/orders/order/${id}`,
  packingSlip: (id: string) => `/dashboard/orders/order/${id}/packing-slip`,
  invoice: (id: string) => `/dashboard/orders/order/${id}/invoice`,
  payments: '/dashboard/payments',
  successfulPayments: '/dashboard/payments/successful',
  failedPayments: '/dashboard/payments/failed',
  payment: (id: string) => `/dashboard/payments/payment/${id}`,
  products: '/dashboard/products',
  productsOnSale: '/dashboard/products/on-sale',
  inactiveProducts: '/dashboard/products/inactive',
  newProduct: '/dashboard/products/new',
  duplicateProduct: (id: string) => `/dashboard/products/new?from=${id}`,
  editProduct: (id: string) => `/dashboard/products/edit/${id}`,
  importProducts: '/dashboard/products/import',
  productImport: (id: string, kind = '') => `/dashboard/products/import?import=${id}${kind && `&kind=${kind}`}`,
  categories: '/dashboard/categories',
  customers: '/dashboard/customers',
  inactiveCustomers: '/dashboard/customers/inactive',
  staff: '/dashboard/customers/staff',
  customer: (id: string) => `/dashboard/customers/customer/${id}`,
  media: '/dashboard/media',
  disputes: '/dashboard/disputes',
  openDisputes: '/dashboard/disputes/open',
  closedDisputes: '/dashboard/disputes/closed',
  dispute: (id: string) => `/dashboard/disputes/dispute/${id}`,
  settings: '/dashboard/settings',
  settingGroup: (group: string) => `/dashboard/settings/${group}`,
  settingsHistory: '/dashboard/settings/history',
  audit: '/dashboard/audit',
} as const
