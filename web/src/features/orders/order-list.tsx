import type { OrderSummary } from '@mela/contract'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { priceText } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { shortOrderId } from '../../lib/short-order-id.ts'
import { Badge } from '../../ui/badge.tsx'
import { Time } from '../../ui/time.tsx'

/** Each row is one link; the pay page is a document of its own, for its rules about scripts and popups differ. */
export function OrderList({ orders }: { orders: readonly OrderSummary[] }) {
  return (
    <ul className="divide-y divide-line border-line border-y">
      {orders.map(order => (
        <li key={order._id}>
          <Link
            to={paths.pay(order._id)}
            reloadDocument
            className="group grid grid-cols-[1fr_auto_auto] items-center gap-x-4 gap-y-1 py-4 sm:grid-cols-[9rem_1fr_8rem_7rem_auto]"
          >
            <span className="type-ui tabular-nums underline-offset-3 group-hover:underline">
              Order {shortOrderId(order._id)}
            </span>
            <span className="type-table col-start-1 row-start-2 text-ink-2 sm:col-start-2 sm:row-start-1">
              <Time value={order.createdAt} />
            </span>
            <span className="col-start-2 row-start-2 justify-self-end sm:col-start-3 sm:row-start-1 sm:justify-self-start">
              <Badge status={order.status} />
            </span>
            <span className="type-ui col-start-2 row-start-1 justify-self-end tabular-nums sm:col-start-4">
              {priceText(order.totalAmount)}
            </span>
            <ChevronRight className="col-start-3 row-span-2 row-start-1 text-ink-3 sm:col-start-5 sm:row-span-1" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
