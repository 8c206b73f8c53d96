import { effectivePrice, paths, priceOrFree } from '@mela/contract'
import { useSearchParams } from 'react-router'
import { usePricedCart } from '../../features/shop/cart/cart-amounts.ts'
import { lineId } from '../../features/shop/cart/stored-cart.ts'
import { countLabel, priceText } from '../../lib/format/format.ts'

const MOST_LINES = 3

/** What is in the cart, for a visitor who comes from the checkout. */
export function KeptCart() {
  const [search] = useSearchParams()
  const { cart, summary } = usePricedCart()
  const from = search.get('redirect') ?? ''
  const isFromCheckout = [paths.cart, paths.shipping, paths.checkout].some(path => from.startsWith(path))
  if (!isFromCheckout || cart.items.length === 0) return null

  const others = cart.items.length - MOST_LINES
  return (
    <section aria-label="Your cart" className="grid gap-2 rounded-tile border border-line bg-surface p-4">
      <h2 className="type-ui">Your cart is kept</h2>
      <ul className="type-small grid gap-1 text-ink-2">
        {cart.items.slice(0, MOST_LINES).map(({ product, quantity }) => (
          <li key={lineId(product)} className="flex justify-between gap-4">
            <span dir="auto" className="min-w-0 truncate">
              {quantity > 1 ? `${quantity} × ${product.name}` : product.name}
            </span>
            <span className="shrink-0 tabular-nums">
              {priceOrFree(effectivePrice(product) * quantity, summary.currency)}
            </span>
          </li>
        ))}
        {others > 0 && <li>{`and ${countLabel(others, 'more product')}`}</li>}
      </ul>
      {summary.isDelivered && (
        <p className="type-ui flex justify-between gap-4 border-line border-t pt-2">
          <span>Total</span>
          <span className="tabular-nums">{priceText(cart.totalPrice, summary.currency)}</span>
        </p>
      )}
    </section>
  )
}
