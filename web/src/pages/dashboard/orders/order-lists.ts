import type { OrderStatus } from '@mela/contract'
import { staffPaths } from '../../../lib/staff-paths.ts'

export interface OrderList {
  path: string
  status?: OrderStatus
  flag?: 'owed'
  empty: string
}

/** 'Ready to Ship' lists the orders in processing, despite its path (B27). */
export const orderLists = {
  all: { path: staffPaths.orders, empty: 'No orders found.' },
  readyToShip: { path: staffPaths.readyToShip, status: 'processing', empty: 'No orders are ready to ship.' },
  delivered: { path: staffPaths.deliveredOrders, status: 'delivered', empty: 'No delivered orders found.' },
  cancelled: { path: staffPaths.cancelledOrders, status: 'cancelled', empty: 'No cancelled orders found.' },
  refundsDue: { path: staffPaths.refundsDue, flag: 'owed', empty: 'No refunds are due.' },
  refunded: { path: staffPaths.refundedOrders, status: 'refunded', empty: 'No refunded orders found.' },
} as const satisfies Record<string, OrderList>
