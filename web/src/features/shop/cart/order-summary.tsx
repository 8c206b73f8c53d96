import { TAX_PERCENT } from '@mela/contract'
import type { ReactNode } from 'react'
import { priceText } from '../../../lib/format/format.ts'
import { cx } from '../../../ui/layout/cx.ts'

/** In dollars; `subTotal` is the cost of the items after the discount. */
export interface OrderAmounts {
  subTotal: number
  savedAmount: number
  shippingAmount: number
  taxAmount: number
  totalAmount: number
}

interface OrderSummaryProps {
  amounts: OrderAmounts
  title?: string
  totalLabel?: string
  /** Below the total, such as the primary button. */
  children?: ReactNode
}

/** The amounts to pay; the lines add up to the total. */
export function OrderSummary({ amounts, title = 'Summary', totalLabel = 'Total', children }: OrderSummaryProps) {
  const { subTotal, savedAmount, taxAmount, totalAmount } = amounts

  return (
    <section aria-label={title} className="grid gap-5 rounded-tile border border-line bg-surface p-5 sm:p-6">
      <h2 className="type-h3">{title}</h2>
      <dl className="type-ui grid gap-2.5 font-normal!">
        <Row label="Items" amount={priceText(subTotal + savedAmount)} />
        {savedAmount > 0 && (
          <>
            <Row label="Discount" amount={`−${priceText(savedAmount)}`} className="text-sale" />
            <Row label="Subtotal" amount={priceText(subTotal)} />
          </>
        )}
        <Row label="Shipping" amount={shippingText(amounts)} />
        <Row label={`Tax (${TAX_PERCENT}% GST)`} amount={priceText(taxAmount)} />
        <Row label={totalLabel} amount={priceText(totalAmount)} className="type-h3 border-line border-t pt-4" />
      </dl>
      {children}
    </section>
  )
}

/** Without lines to send there is no shipping, so it is not called free. */
function shippingText({ shippingAmount, subTotal }: OrderAmounts): string {
  if (shippingAmount > 0) return priceText(shippingAmount)
  return subTotal > 0 ? 'Free' : '—'
}

function Row({ label, amount, className }: { label: string; amount: string; className?: string }) {
  return (
    <div className={cx('flex flex-wrap items-baseline justify-between gap-x-4', className)}>
      <dt>{label}</dt>
      <dd className="tabular-nums">{amount}</dd>
    </div>
  )
}
