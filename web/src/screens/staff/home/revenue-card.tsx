import { formatCount, type Report } from '@mela/contract'
import { dayText } from '../../../lib/days.ts'
import { countLabel } from '../../../lib/format.ts'
import { usePrice, useShop } from '../../../lib/shop.ts'
import { timeZoneText } from '../../../lib/staff-format.ts'
import { cx } from '../../../ui/cx.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { Card } from '../../../ui/headings.tsx'

/** Up to this number of days, bars are labelled by the day of the month alone. */
const CLOSE_DAYS = 14

const LONG = { weekday: 'long', day: 'numeric', month: 'long' } as const

interface SalesProps {
  sales: Report['sales']
}

/** Money received and kept per day, as bars and as a table. */
export function RevenueCard({ sales }: SalesProps) {
  const price = usePrice()
  const total = sales.reduce((sum, day) => sum + day.total, 0)
  const today = sales.at(-1)?.total ?? 0

  return (
    <Card
      title={`Revenue, last ${sales.length} days`}
      heading="h3"
      action={<span className="type-small text-ink-2">{`Days in ${timeZoneText(useShop().timeZone)}`}</span>}
    >
      <p className="-mt-2 flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold text-2xl tabular-nums">{price(total)}</span>
        <span className="text-ink-2 tabular-nums">{`${price(today)} today`}</span>
      </p>
      <RevenueBars sales={sales} />
      <details>
        <summary className="type-small inline-flex min-h-8 items-center font-medium text-ink-2 hover:text-ink pointer-coarse:min-h-11">
          Show as table
        </summary>
        <div className="mt-2">
          <DataTable
            caption="Revenue by day, newest first"
            rows={sales.toReversed()}
            keyOf={({ day }) => day}
            columns={[
              { head: 'Day', cell: ({ day }) => dayText(day) },
              { head: 'Payments', align: 'right', isNamedInCard: true, cell: ({ payments }) => formatCount(payments) },
              { head: 'Revenue', align: 'right', cell: ({ total }) => price(total) },
            ]}
          />
        </div>
      </details>
    </Card>
  )
}

/** A bar for each day, with a note on hover; today's is the last and has the full colour. */
function RevenueBars({ sales }: SalesProps) {
  const price = usePrice()
  const most = Math.max(1, ...sales.map(({ total }) => total))
  const isClose = sales.length <= CLOSE_DAYS
  const step = Math.ceil(sales.length / (isClose ? 7 : 5))

  return (
    <div
      role="img"
      aria-label={`Revenue of each of the last ${sales.length} days; the table has the numbers.`}
      className="mb-5 flex h-47 bg-[repeating-linear-gradient(var(--color-line)_0_1px,transparent_1px_33.3%)]"
    >
      {sales.map(({ day, payments, total }, index) => {
        const age = sales.length - 1 - index
        return (
          <div
            key={day}
            title={`${dayText(day, LONG)}: ${price(total)}, ${countLabel(payments, 'payment')}`}
            className="relative flex min-w-0 flex-1 items-end border-line border-b hover:bg-ink/4"
          >
            <span
              className={cx(
                'mx-auto w-5/6 max-w-8 rounded-t',
                age === 0
                  ? 'bg-brand'
                  : 'bg-[color-mix(in_oklab,var(--color-brand)_27%,var(--color-surface))] dark:bg-[color-mix(in_oklab,var(--color-brand)_50%,var(--color-surface))]',
              )}
              style={{ height: `${(100 * total) / most}%` }}
            />
            {age % step === 0 && (
              <span
                className={cx(
                  'absolute top-full whitespace-nowrap text-ink-2 text-xs',
                  // The other half of a long last label would be cut off at the edge.
                  age === 0 && !isClose ? 'right-0' : 'left-1/2 -translate-x-1/2',
                )}
              >
                {isClose ? Number(day.slice(8)) : dayText(day)}
              </span>
            )}
          </div>
        )
      })}
    </div>
  )
}
