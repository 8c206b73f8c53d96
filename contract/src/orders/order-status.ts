export const orderStatuses = ['pending', 'processing', 'shipped', 'delivered', 'cancelled', 'refunded'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Orders move forward only; steps may be skipped. */
export const nextStatuses: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['processing', 'shipped', 'delivered', 'cancelled'],
  processing: ['shipped', 'delivered', 'cancelled', 'refunded'],
  shipped: ['delivered', 'cancelled', 'refunded'],
  delivered: ['refunded'],
  cancelled: ['refunded'],
  refunded: [],
}

export const boughtStatuses = ['processing', 'shipped', 'delivered'] as const satisfies OrderStatus[]

export const canCancel = (status: OrderStatus): boolean => status === 'pending' || status === 'processing'
