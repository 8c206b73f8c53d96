import type { StaffOrder } from '@mela/contract'
import { Time } from '../../../ui/values/time.tsx'
import { orderEvents } from './order-events.ts'

export function OrderHistory({ order }: { order: StaffOrder }) {
  return (
    <ul className="divide-y divide-line border-line border-t">
      {orderEvents(order).map(({ key, text, by, at, note }) => (
        <li key={key} className="flex flex-wrap justify-between gap-x-4 py-2.5">
          <span className="wrap-anywhere min-w-0">
            <span className="font-medium">{text}</span> <span className="text-ink-2">{`by ${by}`}</span>
            {note && (
              <span dir="auto" className="type-small block text-ink-2">
                {note}
              </span>
            )}
          </span>
          <span className="type-small text-ink-2">
            <Time value={at} style="date-time" />
          </span>
        </li>
      ))}
    </ul>
  )
}
