export const orderStatuses = ['pending', 'processing', 'shipped', 'delivered', 'cancelled', 'refunded'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Allowed next statuses: forward only, steps may be skipped. */
export const nextStatuses: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['processing', 'shipped', 'delivered', 'cancelled'],
  processing: ['shipped', 'delivered', 'cancelled', 'refunded'],
  shipped: ['delivered', 'cancelled', 'refunded'],
  delivered: ['refunded'],
  cancelled: ['refunded'],
  refunded: [],
}

/** Statuses of a purchase that makes its customer a verified reviewer. */
export const boughtStatuses = ['processing', 'shipped', 'delivered'] as const satisfies OrderStatus[]

/** Whether the customer may still cancel an order. */
export const canCancel = (status: OrderStatus): boolean => status === 'pending' || status === 'processing'
