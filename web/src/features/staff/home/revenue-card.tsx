import { formatCount, type Report } from '@mela/contract'
import { Suspense } from 'react'
import { lazyPart } from '../../../lib/browser/lazy-part.tsx'
import { timeZoneText } from '../../../lib/format/days.ts'
import { usePrice, useShop } from '../../../lib/shop.ts'
import { NotLoaded } from '../../../ui/feedback/not-loaded.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Card } from './card.tsx'
import { chartDayText } from './chart-day-text.ts'

const RevenueBars = lazyPart(
  async () => (await import('./revenue-bars.tsx')).RevenueBars,
  () => <NotLoaded />,
)
// Loads the code of the bars at the same time as the figures.
RevenueBars.load().catch(() => {})

/** Money received and kept per day, as bars and as a table. */
export function RevenueCard({ sales, className }: { sales: Report['sales']; className?: string }) {
  const price = usePrice()
  const total = sales.reduce((sum, day) => sum + day.total, 0)
  const today = sales.at(-1)?.total ?? 0

  return (
    <Card
      title={`Revenue, last ${sales.length} days`}
      aside={<span className="type-small text-ink-2">{`Days in ${timeZoneText(useShop().timeZone)}`}</span>}
      {...(className && { className })}
    >
      <p className="-mt-3 flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold text-2xl tabular-nums">{price(total)}</span>
        <span className="text-ink-2 tabular-nums">{`${price(today)} today`}</span>
      </p>
      <div
        role="img"
        aria-label={`Revenue of each of the last ${sales.length} days; the table has the numbers.`}
        className="h-52"
      >
        <Suspense fallback={<Skeleton className="h-full rounded-control" />}>
          <RevenueBars sales={sales} />
        </Suspense>
      </div>
      <details>
        <summary className="type-small inline-flex min-h-8 items-center font-medium text-ink-2 hover:text-ink pointer-coarse:min-h-11">
          Show as table
        </summary>
        <SalesTable sales={sales} />
      </details>
    </Card>
  )
}

function SalesTable({ sales }: { sales: Report['sales'] }) {
  const price = usePrice()

  return (
    <table className="mt-2 w-full tabular-nums">
      <caption className="sr-only">Revenue by day, newest first</caption>
      <thead className="type-small text-left text-ink-2">
        <tr className="border-line border-b">
          <th scope="col" className="py-2 font-medium">
            Day
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            Payments
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            Revenue
          </th>
        </tr>
      </thead>
      <tbody>
        {sales.toReversed().map(({ day, payments, total }) => (
          <tr key={day} className="border-line not-last:border-b">
            <th scope="row" className="py-2 text-left font-normal">
              {chartDayText(day)}
            </th>
            <td className="py-2 text-right">{formatCount(payments)}</td>
            <td className="py-2 text-right">{price(total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
