import { type Order, shippingLabelOf, taxOf } from '@mela/contract'
import { priceText } from '../../lib/format/format.ts'

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
