import type { StaffOrder } from '@mela/contract'

export interface OrderStep {
  label: 'Placed' | 'Paid' | 'Shipped' | 'Delivered' | 'Cancelled' | 'Refunded'
  /** ended: where a cancelled or refunded order stopped. */
  state: 'reached' | 'current' | 'open' | 'ended'
  at?: string | undefined
}

type Told = Pick<StaffOrder, 'status' | 'createdAt' | 'history' | 'payments'>

/** How far an order has come. Being cancelled or refunded takes the place of all that it has not reached by then. */
export function orderSteps({ status, createdAt, history = [], payments = [] }: Told): OrderStep[] {
  const timeOf = (wanted: StaffOrder['status']) => history.find(move => move.status === wanted)?.at
  const paid = payments.find(payment => payment.status === 'completed')
  const delivered = timeOf('delivered')
  const way = [
    { label: 'Placed', isReached: true, at: createdAt },
    { label: 'Paid', isReached: paid !== undefined, at: paid && (timeOf('processing') ?? paid.update_time) },
    { label: 'Shipped', isReached: Boolean(timeOf('shipped') ?? delivered), at: timeOf('shipped') },
    { label: 'Delivered', isReached: delivered !== undefined, at: delivered },
  ] as const

  if (status === 'cancelled' || status === 'refunded') {
    const label = status === 'cancelled' ? 'Cancelled' : 'Refunded'
    const reached = way.filter(({ isReached }) => isReached).map(({ label, at }) => step(label, 'reached', at))
    return [...reached, step(label, 'ended', timeOf(status))]
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
