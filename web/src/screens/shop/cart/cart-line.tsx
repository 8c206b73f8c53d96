import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Link } from '../../../lib/link.tsx'
import { shopTermsQuery, useShop } from '../../../lib/shop.ts'
import {
  addToCart,
  type CartItem,
  currentCart,
  type GiftRecipient,
  giftProblems,
  isAvailable,
  lineId,
  lineName,
  linePath,
  typedGift,
  useCart,
} from '../../../shared/cart/cart.store.ts'
import { pricedItem } from '../../../shared/cart/cart-amounts.ts'
import { problemSentence, unitsLeft } from '../../../shared/cart/cart-notes.tsx'
import { removeFromCart, setGift, setQuantity, wordsOf, writeWords } from '../../../shared/cart/change-cart.ts'
import { GiftFields } from '../../../shared/cart/gift-fields.tsx'
import { LineAmount } from '../../../shared/orders/explained-amount.tsx'
import { LineOptions } from '../../../shared/orders/order-totals.tsx'
import { cx } from '../../../ui/cx.ts'
import { Picture } from '../../../ui/picture.tsx'
import { Price, UnitPrice } from '../../../ui/price.tsx'
import { QuantityStepper } from '../../../ui/quantity-stepper.tsx'
import { toastWithUndo } from '../../../ui/toast.tsx'

export function CartLine({ item }: { item: CartItem }) {
  const { currency } = useShop()
  const { product, quantity } = item
  const problem = problemSentence(item)
  const isUnavailable = !isAvailable(product)
  const { items } = useCart()
  const mostUnits = useQuery(shopTermsQuery()).data?.orderUnits ?? Number.POSITIVE_INFINITY
  const name = lineName(product)

  return (
    <article
      aria-label={name}
      className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-4 tiny:grid-cols-1 gap-y-3 py-5 sm:gap-x-6"
    >
      <Link to={linePath(product)} tabIndex={-1} aria-hidden="true" className="row-span-2 tiny:row-span-1">
        <Picture
          picture={product.thumbnail}
          alt=""
          sizes="96px"
          className={cx('size-24 rounded-tile', isUnavailable && 'opacity-60')}
        />
      </Link>
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        <div className="grid min-w-0 grow basis-32 content-start gap-1">
          <Link
            dir="auto"
            to={linePath(product)}
            className="type-ui wrap-anywhere -my-1 inline-block w-fit py-1 underline-offset-3 hover:underline"
          >
            {product.name}
          </Link>
          {product.variant && <LineOptions line={product.variant} />}
          <span className="type-small">
            <Price product={product} />
          </span>
          <UnitPrice product={product} />
        </div>
        <div className="type-ui font-semibold! tabular-nums">
          <LineAmount line={{ ...pricedItem(item), isUnavailable }} currency={currency} />
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <QuantityStepper
          label={name}
          value={quantity}
          max={isUnavailable ? 0 : Math.min(product.stock, unitsLeft(items, item, mostUnits))}
          onChange={value => setQuantity(lineId(product), value)}
        />
        <button
          type="button"
          aria-label={`Remove ${name}`}
          className="type-ui -mr-2 h-11 px-2 text-ink-2 underline underline-offset-3 hover:text-ink"
          onClick={event => removeLine(item, event.currentTarget)}
        >
          Remove
        </button>
      </div>
      {product.isGiftCard && !isUnavailable && <LineGift item={item} />}
      {problem && (
        <p className="type-small col-span-full flex items-start gap-2 rounded-control bg-warn-soft px-3 py-2 text-warn">
          <TriangleAlert className="mt-px size-4" />
          <span>
            <span>{problem}</span>{' '}
            {!product.variant && product.isActive && (
              <Link to={linePath(product)} className="font-semibold underline underline-offset-3">
                See the options
              </Link>
            )}
          </span>
        </p>
      )}
    </article>
  )
}

/** What is typed counts once the field is left, so that nothing moves before. */
function LineGift({ item: { product, gift = {} } }: { item: CartItem }) {
  const [typed, setTyped] = useState<GiftRecipient>()
  const shown = typed ?? gift
  const [isOpen] = useState(typedGift(gift) === null)

  function handleBlur() {
    if (typed) setGift(lineId(product), typed)
    setTyped(undefined)
  }

  return (
    <details open={isOpen} className="col-span-full" onBlur={handleBlur}>
      <summary className="type-ui wrap-anywhere w-fit cursor-pointer py-2.5 underline decoration-edge underline-offset-3 hover:decoration-ink">
        {gift.email ? `For ${gift.email}` : 'The card comes to you'}
      </summary>
      <div className="pt-2">
        <GiftFields gift={shown} problems={giftProblems(gift)} onChange={setTyped} />
      </div>
    </details>
  )
}

/** Removes a line from the cart, offers undo, and moves the focus to the next line's button, or to the heading. */
function removeLine({ product, quantity, gift }: CartItem, button: HTMLElement): void {
  const line = button.closest('li')
  const neighbour = line?.nextElementSibling ?? line?.previousElementSibling
  const next = neighbour?.querySelector<HTMLElement>('button[aria-label^="Remove "]') ?? document.querySelector('h1')
  next?.focus({ preventScroll: true })
  const words = wordsOf(currentCart())
  removeFromCart(lineId(product))
  if (!product.variant) return
  const name = lineName(product)
  toastWithUndo(`${name} was removed from your cart.`, async () => {
    if (!addToCart(product, quantity, gift)) throw new Error('Unable to add to cart. Please try again later.')
    writeWords({ ...words, ...wordsOf(currentCart()) })
    return { message: `${name} is back in your cart.` }
  })
}
