import {
  API_BASE,
  type ExplainedOrder,
  explainAmount,
  INVOICE_TITLES,
  type Order,
  optionsText,
  orderTotalRows,
  rulesBehind,
  type TotalRow,
} from '@mela/contract'
import { Download } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { cx, type Elements } from '../../ui/cx.ts'
import { Panel } from '../../ui/headings.tsx'
import { ExplainedAmount } from './explained-amount.tsx'

export const discountLooks: Partial<Record<TotalRow['key'], string>> = {
  discount: 'text-sale',
  'product-discount': 'text-sale',
  'order-discount': 'text-sale',
  'shipping-discount': 'text-sale',
}

const looks: Partial<Record<TotalRow['key'], string>> = {
  ...discountLooks,
  total: 'border-line border-t pt-2 font-semibold text-ink',
  'to-pay': 'font-semibold text-ink',
}

interface OrderTotalsProps {
  order: ExplainedOrder
  /** For staff: shows these rules. */
  rules?: (behind: string[]) => Elements
}

export function OrderTotals({ order, rules }: OrderTotalsProps) {
  return (
    <dl className="ml-auto grid w-full max-w-72 grid-cols-[minmax(0,1fr)_auto] gap-y-1.5 text-ink-2 tabular-nums *:even:pl-6 *:even:text-right">
      {orderTotalRows(order).map(row => (
        <Fragment key={row.key + row.label}>
          <dt className={cx('wrap-anywhere', looks[row.key])}>{row.label}</dt>
          <dd className={looks[row.key]}>
            <ExplainedAmount row={row} reasons={explainAmount(order, row)} rules={rules?.(rulesBehind(order, row))} />
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

interface OrderSummaryProps {
  order: ExplainedOrder
  isDelivered?: boolean
  title?: string
  children?: Elements
}

const summaryLooks: Partial<Record<TotalRow['key'], string>> = {
  ...discountLooks,
  total: 'type-h3 border-line border-t pt-4',
  'to-pay': 'font-semibold',
  'included-tax': 'text-ink-2',
}

export function OrderSummary({ order, isDelivered = true, title = 'Summary', children }: OrderSummaryProps) {
  return (
    <Panel title={title}>
      <dl className="type-ui grid gap-2.5 font-normal!">
        {orderTotalRows(order, { isDelivered }).map(row => (
          <AmountRow key={row.key + row.label} label={row.label} className={summaryLooks[row.key]}>
            <ExplainedAmount row={row} reasons={explainAmount(order, row)} />
          </AmountRow>
        ))}
      </dl>
      {children}
    </Panel>
  )
}

interface AmountRowProps {
  label: ReactNode
  note?: ReactNode
  className?: string | undefined
  children: ReactNode
}

export function AmountRow({ label, note, className, children }: AmountRowProps) {
  return (
    <div className={cx('flex flex-wrap items-baseline justify-between gap-x-4', className)}>
      <dt className="wrap-anywhere min-w-0">
        <span>{label}</span>
        {note && <span className="type-small block text-ink-2">{note}</span>}
      </dt>
      <dd className="ml-auto tabular-nums">{children}</dd>
    </div>
  )
}

interface LineOptionsProps {
  line: { options: Record<string, string>; sku?: string | null; gifts?: Order['products'][number]['gifts'] }
  withSku?: boolean
}

/** The chosen values of a line, such as 'Size M · Indigo'; renders nothing for a product without options. */
export function LineOptions({ line, withSku = false }: LineOptionsProps) {
  const recipients = (line.gifts ?? []).flatMap(({ email }) => (email ? `For ${email}` : []))
  const sku = withSku && line.sku && `SKU ${line.sku}`
  const text = [optionsText(line.options), sku, ...recipients].filter(Boolean).join(' · ')
  return text ? <p className="type-small text-ink-2 wrap-anywhere">{text}</p> : null
}

export function InvoiceLinks({ invoices, wide }: { invoices: Order['invoices']; wide?: boolean }) {
  return invoices.map(({ _id, kind, number }) => (
    <a
      key={_id}
      href={`${API_BASE}/invoices/${_id}`}
      download
      className={buttonClass({
        variant: 'outline',
        wide,
        className: cx('py-2 whitespace-normal!', !wide && 'min-h-11'),
      })}
    >
      <Download className="size-4!" /> <span>{`${INVOICE_TITLES[kind]} ${number}`}</span>
    </a>
  ))
}
