import { orderTotalRows, type TotalledOrder, type TotalRow } from '@mela/contract'
import { cx, type Elements } from '../../ui/cx.ts'

interface OrderSummaryProps {
  order: TotalledOrder
  isDelivered?: boolean
  title?: string
  children?: Elements
}

const looks: Partial<Record<TotalRow['key'], string>> = {
  discount: 'text-sale',
  total: 'type-h3 border-line border-t pt-4',
  'included-tax': 'text-ink-2',
}

/** The amounts to pay. */
export function OrderSummary({ order, isDelivered = true, title = 'Summary', children }: OrderSummaryProps) {
  return (
    <section aria-label={title} className="grid gap-5 rounded-tile border border-line bg-surface p-5 sm:p-6">
      <h2 className="type-h3">{title}</h2>
      <dl className="type-ui grid gap-2.5 font-normal!">
        {orderTotalRows(order, { isDelivered }).map(({ key, label, amount }) => (
          <div key={key} className={cx('flex flex-wrap items-baseline justify-between gap-x-4', looks[key])}>
            <dt>{label}</dt>
            <dd className="tabular-nums">{amount}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  )
}
