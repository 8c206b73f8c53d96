import type { OrderStatus, PaymentStatus } from '@mela/contract'
import { cx } from '../layout/cx.ts'

const warn = 'bg-warn-soft text-warn'
const success = 'bg-success-soft text-success'
const info = 'bg-info-soft text-info'

const colours: Record<OrderStatus | PaymentStatus, string> = {
  pending: warn,
  processing: info,
  shipped: info,
  delivered: success,
  cancelled: info,
  refunded: info,
  completed: success,
  failed: 'bg-danger-soft text-danger',
}

/** The status of an order or a payment. */
export function Badge({ status }: { status: OrderStatus | PaymentStatus }) {
  return (
    <span
      className={cx(
        'inline-flex h-6 items-center rounded-full px-2.5 font-medium text-xs capitalize leading-none',
        colours[status],
      )}
    >
      {status}
    </span>
  )
}
