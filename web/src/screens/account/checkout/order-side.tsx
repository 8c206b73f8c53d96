import { type CartQuote, paths } from '@mela/contract'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { countLabel, priceText } from '../../../lib/format.ts'
import { Link } from '../../../lib/link.tsx'
import { ArrivalNote } from '../../../shared/cart/arrival.tsx'
import { type Cart, type CartItem, cartCount, isAvailable, lineId, linePath } from '../../../shared/cart/cart.store.ts'
import { pricedItem, type usePricedCart } from '../../../shared/cart/cart-amounts.ts'
import { problemSentence } from '../../../shared/cart/cart-notes.tsx'
import { CodeField } from '../../../shared/cart/code-field.tsx'
import type { useQuotedCart } from '../../../shared/cart/quoted-cart.ts'
import { OrderLines } from '../../../shared/orders/order-lines.tsx'
import { OrderSummary } from '../../../shared/orders/order-totals.tsx'
import { cx } from '../../../ui/cx.ts'

interface OrderSideProps {
  cart: Cart
  quote: CartQuote | undefined
  summary: ReturnType<typeof usePricedCart>['summary']
  method: ReturnType<typeof useQuotedCart>['method']
}

/** What is ordered, and its sums: beside the cards, and on small screens behind a bar with the sum. */
export function OrderSide({ cart, summary, quote, method }: OrderSideProps) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const { currency, totalAmount, amountToPay = totalAmount } = summary.order
  const codes = quote ? [...quote.discounts, ...quote.giftCards] : []
  const recipients = cart.items.flatMap(({ product, gift }) => (product.isGiftCard ? gift?.email || 'you' : []))
  const refusals = codes.flatMap(({ refusal }) => refusal ?? []).join(' ')

  return (
    <section aria-label="Your order" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="type-ui -mx-(--gutter) flex min-h-12 items-center gap-2 border-line border-y bg-surface px-(--gutter) text-left lg:hidden"
      >
        <span className="min-w-0 flex-1">{`Your order, ${countLabel(cartCount(cart), 'item')}`}</span>
        {summary.isDelivered && <span className="tabular-nums">{priceText(amountToPay, currency)}</span>}
        <ChevronDown className={cx('transition-transform', isOpen && 'rotate-180')} />
      </button>
      {!isOpen && recipients.length > 0 && (
        <p className="type-small wrap-anywhere text-ink-2 lg:hidden">
          {`Gift card for ${[...new Set(recipients)].join(', ')}`}
        </p>
      )}
      {!isOpen && refusals && <p className="type-small lg:hidden text-danger">{refusals}</p>}
      <div id={id} className={cx('grid grid-cols-[minmax(0,1fr)] gap-5', !isOpen && 'max-lg:hidden')}>
        <div>
          <div className="mb-3 flex items-baseline justify-between gap-4">
            <h2 className="type-h3">Products</h2>
            <Link
              to={paths.cart}
              aria-label="Edit cart"
              className="type-ui -my-2.5 py-2.5 underline decoration-edge underline-offset-3 hover:decoration-ink"
            >
              Edit
            </Link>
          </div>
          <OrderLines lines={cart.items.map(lineOf)} currency={currency} />
        </div>
        <CodeField quote={quote} />
        <OrderSummary {...summary}>{method && <ArrivalNote method={method} />}</OrderSummary>
      </div>
    </section>
  )
}

function lineOf(item: CartItem) {
  const { product, quantity, gift } = item
  return {
    id: lineId(product),
    path: linePath(product),
    name: product.name,
    options: product.variant?.options ?? {},
    thumbnail: product.thumbnail,
    ...pricedItem(item),
    ...(gift && { gifts: [{ quantity, ...gift }] }),
    problem: problemSentence(item),
    isUnavailable: !isAvailable(product),
  }
}
