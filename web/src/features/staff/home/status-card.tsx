import { formatCount, type OrderStatus, type Report, staffPaths } from '@mela/contract'
import { Link } from 'react-router'
import { daysBefore, shopToday } from '../../../lib/format/days.ts'
import { useShop } from '../../../lib/shop.ts'
import { cx } from '../../../ui/layout/cx.ts'
import { Card } from './card.tsx'

/** Order and colours of the statuses: the badges' own colours, made different where badges share one. */
const colours: { status: OrderStatus; colour: string }[] = [
  { status: 'delivered', colour: 'bg-success' },
  { status: 'shipped', colour: 'bg-info' },
  { status: 'processing', colour: 'bg-info/55' },
  { status: 'pending', colour: 'bg-star' },
  { status: 'cancelled', colour: 'bg-ink-3' },
  { status: 'refunded', colour: 'bg-edge/50' },
]

interface StatusCardProps {
  statuses: Report['statuses']
  /** The range of the figures in days, including today. */
  days: number
}

/** One bar, and a table as its legend; each status links to its orders of these days. */
export function StatusCard({ statuses, days }: StatusCardProps) {
  const today = shopToday(new Date(), useShop().timeZone)
  const range = { from: daysBefore(today, days - 1), to: today }
  const counts = new Map(statuses.map(({ status, count }) => [status, count]))
  const rows = colours.map(style => ({ ...style, count: counts.get(style.status) ?? 0 }))

  return (
    <Card title="Orders by status">
      <div aria-hidden="true" className="flex h-3.5 gap-0.75 overflow-hidden rounded-full bg-ink/6">
        {rows.map(({ status, count, colour }) => (
          <span key={status} className={cx(colour, count === 0 && 'hidden')} style={{ flexGrow: count }} />
        ))}
      </div>
      <table className="w-full">
        <caption className="sr-only">Orders by status</caption>
        <tbody>
          {rows.map(({ status, count, colour }) => (
            <tr key={status} className="relative border-line not-last:border-b">
              <th scope="row" className="h-9.5 text-left font-normal pointer-coarse:h-11">
                <span aria-hidden="true" className={cx('mr-2.5 inline-block size-2.5 rounded-[3px]', colour)} />
                <Link
                  to={staffPaths.ordersOf(status, range)}
                  className="capitalize underline decoration-edge underline-offset-3 after:absolute after:inset-0 hover:decoration-ink"
                >
                  {status}
                </Link>
              </th>
              <td className="text-right font-semibold tabular-nums">{formatCount(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
