import {
  API_BASE,
  INVOICE_TITLES,
  type Order,
  optionsText,
  orderTotalRows,
  type TotalledOrder,
  type TotalRow,
} from '@mela/contract'
import { Download } from 'lucide-react'
import { Fragment } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'

const looks: Partial<Record<TotalRow['key'], string>> = {
  discount: 'text-sale',
  total: 'border-line border-t pt-2 font-semibold text-ink',
}

export function OrderTotals({ order }: { order: TotalledOrder }) {
  return (
    <dl className="ml-auto grid w-full max-w-72 grid-cols-[1fr_auto] gap-y-1.5 text-ink-2 tabular-nums *:even:pl-6 *:even:text-right">
      {orderTotalRows(order).map(({ key, label, amount }) => (
        <Fragment key={key}>
          <dt className={looks[key]}>{label}</dt>
          <dd className={looks[key]}>{amount}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

interface LineOptionsProps {
  line: { options: Record<string, string>; sku?: string | null }
  /** Adds the SKU, for staff and printed documents. */
  withSku?: boolean
  className?: string
}

/** The chosen values of a line, such as 'Size M · Indigo'; renders nothing for a product without options. */
export function LineOptions({ line, withSku = false, className }: LineOptionsProps) {
  const text = [optionsText(line.options), withSku && line.sku && `SKU ${line.sku}`].filter(Boolean).join(' · ')
  return text ? <p className={cx('type-small text-ink-2 wrap-anywhere', className)}>{text}</p> : null
}

/** The invoice and the credit notes of an order, as PDF. */
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
