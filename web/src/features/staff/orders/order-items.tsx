import { priceOrFree, type StaffOrder, staffPaths } from '@mela/contract'
import { Link } from 'react-router'
import { priceText } from '../../../lib/format/format.ts'
import { LineOptions } from '../../../ui/values/line-options.tsx'
import { OrderTotals } from '../../../ui/values/order-totals.tsx'
import { Picture } from '../../../ui/values/picture.tsx'

/** The lines of an order, at the prices of the purchase. */
export function OrderItems({ order }: { order: StaffOrder }) {
  return (
    <>
      <ul className="divide-y divide-line border-line border-y">
        {order.products.map(({ product, variant, price, savedAmount, quantity, ...line }) => (
          <li key={variant} className="flex items-center gap-4 py-3">
            <Picture picture={product.thumbnail} alt="" sizes="56px" className="w-14! shrink-0 rounded-control" />
            <div className="min-w-0 flex-1">
              <Link
                dir="auto"
                to={staffPaths.editProduct(product._id)}
                className="wrap-anywhere -my-1 inline-block py-1 font-medium underline-offset-3 hover:underline"
              >
                {product.name}
              </Link>
              <LineOptions line={line} withSku />
              <p className="type-small text-ink-2 tabular-nums">
                <span>{`${quantity} × ${priceOrFree(price, order.currency)}`}</span>
                {savedAmount > 0 && <span>{` · ${priceText(savedAmount, order.currency)} off each`}</span>}
              </p>
            </div>
            <p className="font-medium tabular-nums">{priceOrFree(price * quantity, order.currency)}</p>
          </li>
        ))}
      </ul>
      <OrderTotals order={order} />
    </>
  )
}
