import type { ShownTax } from '@mela/contract'
import { priceText } from '../../lib/format.ts'
import { cx, type Elements } from '../../ui/cx.ts'

/** `subTotal` is the cost of the items after the discount. */
export interface OrderAmounts {
  subTotal: number
  savedAmount: number
  shippingAmount: number
  taxAmount: number
  totalAmount: number
}

interface OrderSummaryProps {
  amounts: OrderAmounts
  /** Undefined when no tax is shown. */
  tax: ShownTax | undefined
  shippingLabel: string
  currency: string
  /** False where the shop does not deliver: neither shipping nor total are known. */
  isDelivered?: boolean
  title?: string
  totalLabel?: string
  /** Below the total, such as the primary button. */
  children?: Elements
}

/** The amounts to pay; the lines add up to the total. */
export function OrderSummary({ title = 'Summary', totalLabel = 'Total', children, ...shown }: OrderSummaryProps) {
  const { amounts, tax, shippingLabel, currency, isDelivered = true } = shown
  const { subTotal, savedAmount, taxAmount, totalAmount } = amounts
  const price = (amount: number) => priceText(amount, currency)

  return (
    <section aria-label={title} className="grid gap-5 rounded-tile border border-line bg-surface p-5 sm:p-6">
      <h2 className="type-h3">{title}</h2>
      <dl className="type-ui grid gap-2.5 font-normal!">
        <Row label="Items" amount={price(subTotal + savedAmount)} />
        {savedAmount > 0 && (
          <>
            <Row label="Discount" amount={`−${price(savedAmount)}`} className="text-sale" />
            <Row label="Subtotal" amount={price(subTotal)} />
          </>
        )}
        <Row label={shippingLabel} amount={isDelivered ? shippingText(amounts, price) : '—'} />
        {tax && !tax.isIncluded && <Row label={tax.label} amount={price(taxAmount)} />}
        <Row
          label={totalLabel}
          amount={isDelivered ? price(totalAmount) : '—'}
          className="type-h3 border-line border-t pt-4"
        />
        {tax?.isIncluded && <Row label={tax.label} amount={price(taxAmount)} className="text-ink-2" />}
      </dl>
      {children}
    </section>
  )
}

/** 'Free' only for a cart with available lines: without any there is nothing to ship. */
function shippingText({ shippingAmount, subTotal }: OrderAmounts, price: (amount: number) => string): string {
  if (shippingAmount > 0) return price(shippingAmount)
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
