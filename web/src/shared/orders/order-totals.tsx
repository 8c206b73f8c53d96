import { API_BASE, INVOICE_TITLES, type Order, optionsText, shippingLabelOf, taxOf } from '@mela/contract'
import { Download } from 'lucide-react'
import { priceText } from '../../lib/format.ts'
import { buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'

type Amounts = Pick<
  Order,
  'subTotal' | 'savedAmount' | 'shippingAmount' | 'taxAmount' | 'totalAmount' | 'currency' | 'adjustments'
>

/** The rows add up to the total, as in the cart. */
export function OrderTotals({ order }: { order: Amounts }) {
  const { subTotal, savedAmount, shippingAmount, taxAmount, totalAmount } = order
  const tax = taxOf(order.adjustments)
  const price = (amount: number) => priceText(amount, order.currency)

  return (
    <dl className="ml-auto grid w-full max-w-72 grid-cols-[1fr_auto] gap-y-1.5 text-ink-2 tabular-nums *:even:pl-6 *:even:text-right">
      <dt>Items</dt>
      <dd>{price(subTotal + savedAmount)}</dd>
      {savedAmount > 0 && (
        <>
          <dt className="text-sale">Discount</dt>
          <dd className="text-sale">{`−${price(savedAmount)}`}</dd>
          <dt>Subtotal</dt>
          <dd>{price(subTotal)}</dd>
        </>
      )}
      <dt>{shippingLabelOf(order.adjustments)}</dt>
      <dd>{shippingAmount > 0 ? price(shippingAmount) : 'Free'}</dd>
      {tax && !tax.isIncluded && (
        <>
          <dt>{tax.label}</dt>
          <dd>{price(taxAmount)}</dd>
        </>
      )}
      <dt className="border-line border-t pt-2 font-semibold text-ink">Total</dt>
      <dd className="border-line border-t pt-2 font-semibold text-ink">{price(totalAmount)}</dd>
      {tax?.isIncluded && (
        <>
          <dt>{tax.label}</dt>
          <dd>{price(taxAmount)}</dd>
        </>
      )}
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
