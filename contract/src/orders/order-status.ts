export const orderStatuses = ['pending', 'processing', 'shipped', 'delivered', 'cancelled', 'refunded'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Where an order may go from each status: forward only, steps may be skipped (B17). */
export const nextStatuses: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['processing', 'shipped', 'delivered', 'cancelled'],
  processing: ['shipped', 'delivered', 'cancelled', 'refunded'],
  shipped: ['delivered', 'cancelled', 'refunded'],
  delivered: ['refunded'],
  cancelled: ['refunded'],
  refunded: [],
}

/** Bought and not given back: whoever reviews a product of such an order is a buyer (C13). */
export const boughtStatuses = ['processing', 'shipped', 'delivered'] as const satisfies OrderStatus[]

/** Whether its customer may still cancel an order (B19). */
export const canCancel = (status: OrderStatus): boolean => status === 'pending' || status === 'processing'
