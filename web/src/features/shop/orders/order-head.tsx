import type { Order } from '@mela/contract'
import { Badge } from '../../../ui/values/badge.tsx'
import { Time } from '../../../ui/values/time.tsx'

/** Date and status; `id` is left out where the page's heading names the order. */
export function OrderHead({ order, id }: { order: Order; id?: string }) {
  return (
    <p className="type-ui flex flex-wrap items-center gap-x-3 gap-y-1 font-normal! text-ink-2">
      {id && <span className="font-semibold text-ink tabular-nums">{`Order ${id}`}</span>}
      <Time value={order.createdAt} />
      <Badge status={order.status} />
    </p>
  )
}
