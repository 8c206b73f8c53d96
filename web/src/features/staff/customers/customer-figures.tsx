import type { CustomerOverview } from '@mela/contract'
import { usePrice } from '../../../lib/shop.ts'
import { Time } from '../../../ui/values/time.tsx'

export function CustomerFigures({ overview: { orders, spent, createdAt } }: { overview: CustomerOverview }) {
  const price = usePrice()
  const figures = { Orders: orders, Spent: price(spent), 'Customer since': <Time value={createdAt} /> }

  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:gap-4">
      {Object.entries(figures).map(([label, value]) => (
        <div
          key={label}
          className="grid content-start gap-1 rounded-tile border border-line bg-surface p-4 max-sm:last:col-span-2"
        >
          <dt className="type-small text-ink-2">{label}</dt>
          <dd className="break-words font-semibold text-xl leading-tight tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
