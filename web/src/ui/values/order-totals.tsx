import { type Order, TAX_PERCENT } from '@mela/contract'
import { priceText } from '../../lib/format/format.ts'

type Amounts = Pick<Order, 'subTotal' | 'savedAmount' | 'shippingAmount' | 'taxAmount' | 'totalAmount'>

/** The rows add up to the total, as in the cart. */
export function OrderTotals({ order }: { order: Amounts }) {
  const { subTotal, savedAmount, shippingAmount, taxAmount, totalAmount } = order

  return (
    <dl className="ml-auto grid w-full max-w-72 grid-cols-[1fr_auto] gap-y-1.5 text-ink-2 tabular-nums *:even:pl-6 *:even:text-right">
      <dt>Items</dt>
      <dd>{priceText(subTotal + savedAmount)}</dd>
      {savedAmount > 0 && (
        <>
          <dt className="text-sale">Discount</dt>
          <dd className="text-sale">−{priceText(savedAmount)}</dd>
          <dt>Subtotal</dt>
          <dd>{priceText(subTotal)}</dd>
        </>
      )}
      <dt>Shipping</dt>
      <dd>{shippingAmount > 0 ? priceText(shippingAmount) : 'Free'}</dd>
      <dt>Tax ({TAX_PERCENT}% GST)</dt>
      <dd>{priceText(taxAmount)}</dd>
      <dt className="border-line border-t pt-2 font-semibold text-ink">Total</dt>
      <dd className="border-line border-t pt-2 font-semibold text-ink">{priceText(totalAmount)}</dd>
    </dl>
  )
}
