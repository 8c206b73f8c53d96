import type { Order, OrderStatus } from '@mela/contract'

export interface OrderStep {
  label: 'Placed' | 'Paid' | 'Shipped' | 'Delivered' | 'Cancelled' | 'Refunded'
  /** ended: where a cancelled or refunded order stopped. */
  state: 'reached' | 'current' | 'open' | 'ended'
  at?: string | undefined
}

interface OrderState extends Pick<Order, 'status' | 'createdAt' | 'history'> {
  /** The payment that counts, with its date where it is more exact than the history's. */
  paid?: { at?: string } | undefined
  /** When the refund of a cancelled order was complete. */
  refundedAt?: string | null | undefined
}

/** The progress of an order. 'Cancelled' or 'Refunded' replaces the steps that it has not reached. */
export function orderSteps({ status, createdAt, history, paid, refundedAt }: OrderState): OrderStep[] {
  const timeOf = (wanted: OrderStatus) => history.find(move => move.status === wanted)?.at
  const delivered = timeOf('delivered')
  const way = [
    { label: 'Placed', isReached: true, at: createdAt },
    { label: 'Paid', isReached: paid !== undefined, at: paid && (timeOf('processing') ?? paid.at) },
    { label: 'Shipped', isReached: Boolean(timeOf('shipped') ?? delivered), at: timeOf('shipped') },
    { label: 'Delivered', isReached: delivered !== undefined, at: delivered },
  ] as const

  if (status === 'cancelled' || status === 'refunded') {
    const label = status === 'cancelled' ? 'Cancelled' : 'Refunded'
    const reached = way.filter(({ isReached }) => isReached).map(({ label, at }) => step(label, 'reached', at))
    const ended = [...reached, step(label, 'ended', timeOf(status))]
    return label === 'Cancelled' && refundedAt ? [...ended, step('Refunded', 'ended', refundedAt)] : ended
  }
  const last = way.findLastIndex(({ isReached }) => isReached)
  return way.map(({ label, isReached, at }, i) =>
    step(label, i === last ? 'current' : isReached ? 'reached' : 'open', at),
  )
}

const step = (label: OrderStep['label'], state: OrderStep['state'], at: string | undefined): OrderStep => ({
  label,
  state,
  at,
})
