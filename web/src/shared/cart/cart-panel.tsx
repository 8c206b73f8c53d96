import { effectivePrice, fromCents, paths, productPath, toCents } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { holdBack } from '../../lib/back.ts'
import { countLabel } from '../../lib/format.ts'
import { Link } from '../../lib/link.tsx'
import { dataQuery } from '../../lib/query-keys.ts'
import { shopTermsQuery, usePrice, usePriceOrFree } from '../../lib/shop.ts'
import { ButtonLink, IconButton } from '../../ui/button.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Price } from '../../ui/price.tsx'
import { QuantityStepper } from '../../ui/quantity-stepper.tsx'
import { LineOptions } from '../orders/order-totals.tsx'
import { type CartItem, cartCount, lineId, lineName } from './cart.store.ts'
import { canCheckOut, unitsLeft } from './cart-notes.tsx'
import { removeFromCart, setQuantity } from './change-cart.ts'
import { CheckoutLink } from './checkout-link.tsx'
import { useChoices } from './choices.store.ts'
import { CodeField } from './code-field.tsx'
import { useQuotedCart } from './quoted-cart.ts'

interface CartPanelProps {
  /** Of the line that was added. */
  line: string
  onClose: () => void
}

/**
 * What was added, and the ways on. Not modal: the page stays usable, and a press on it closes the panel, as Escape and
 * Back do.
 */
export function CartPanel({ line, onClose }: CartPanelProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const { codes = [], deliveryMethod } = useChoices()
  const { cart, summary, quote } = useQuotedCart({ deliveryMethod, codes })
  const price = usePrice()
  const item = cart.items.find(({ product }) => lineId(product) === line)
  useOpenPanel(ref, onClose)

  return (
    <dialog ref={ref} aria-labelledby={titleId} className="cart-panel" onCancel={onClose}>
      <div className="grid gap-5 p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
        <h2 id={titleId} tabIndex={-1} className="type-h3 pr-10 outline-none">
          Added to your cart
        </h2>
        {item && <AddedLine item={item} items={cart.items} onRemoved={onClose} />}
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t pt-4">
          <span>
            <span className="type-ui">{`Total of ${countLabel(cartCount(cart), 'item')}`}</span>
            <span className="type-small block text-ink-2">
              {summary.isDelivered ? 'with shipping and tax' : 'without shipping'}
            </span>
          </span>
          <span className="type-h3 tabular-nums">{price(cart.totalPrice)}</span>
        </p>
        <div className="grid gap-2.5">
          <CheckoutLink isReady={canCheckOut(cart.items)} />
          <ButtonLink to={paths.cart} variant="outline">
            View cart
          </ButtonLink>
        </div>
        <details onToggle={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest' })}>
          <summary className="type-ui w-fit cursor-pointer py-2.5 underline decoration-edge underline-offset-3 hover:decoration-ink">
            {codes.length > 0 ? countLabel(codes.length, 'code') : 'Enter a code'}
          </summary>
          <CodeField quote={quote} />
        </details>
        {item && <Companions product={item.product._id} />}
      </div>
      <IconButton label="Close" tipEnd className="absolute! top-3 right-3 text-ink-2" onClick={onClose}>
        <X />
      </IconButton>
    </dialog>
  )
}

function useOpenPanel(ref: React.RefObject<HTMLDialogElement | null>, onClose: () => void) {
  const close = useEffectEvent(onClose)

  useLayoutEffect(() => {
    const panel = ref.current
    panel?.show()
    panel?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
    if (panel) holdBack(panel)
    // Closing before React removes the element returns the focus to the button.
    return () => panel?.close()
  }, [ref])

  useEffect(() => {
    const isInside = ({ target }: Event) => target instanceof Node && ref.current?.contains(target)
    function handleKey(event: KeyboardEvent) {
      if (event.key === 'Escape') close()
    }
    function handlePress(event: Event) {
      if (!isInside(event) && !(event.target instanceof Element && event.target.closest('.toasts'))) close()
    }
    document.addEventListener('keydown', handleKey)
    document.addEventListener('pointerdown', handlePress)
    return () => {
      document.removeEventListener('keydown', handleKey)
      document.removeEventListener('pointerdown', handlePress)
    }
  }, [ref])
}

function AddedLine({ item, items, onRemoved }: { item: CartItem; items: CartItem[]; onRemoved: () => void }) {
  const price = usePriceOrFree()
  const { product, quantity } = item
  const mostUnits = useQuery(shopTermsQuery()).data?.orderUnits ?? Number.POSITIVE_INFINITY
  const name = lineName(product)

  function remove() {
    removeFromCart(lineId(product))
    onRemoved()
  }

  return (
    <article aria-label={name} className="grid grid-cols-[80px_minmax(0,1fr)] gap-x-4 gap-y-3">
      <Picture picture={product.thumbnail} alt="" sizes="80px" className="row-span-2 size-20 rounded-tile" />
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        <div className="grid min-w-0 grow basis-32 content-start gap-1">
          <p dir="auto" className="type-ui wrap-anywhere">
            {product.name}
          </p>
          {product.variant && <LineOptions line={product.variant} />}
        </div>
        <span className="type-ui font-semibold! tabular-nums">
          {price(fromCents(toCents(effectivePrice(product)) * quantity))}
        </span>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <QuantityStepper
          label={`${name} in your cart`}
          value={quantity}
          max={Math.min(product.stock, unitsLeft(items, item, mostUnits))}
          onChange={value => setQuantity(lineId(product), value)}
        />
        <button
          type="button"
          aria-label={`Remove ${name}`}
          className="type-ui -mr-2 h-11 px-2 text-ink-2 underline underline-offset-3 hover:text-ink"
          onClick={remove}
        >
          Remove
        </button>
      </div>
    </article>
  )
}

/** At the end, so that nothing moves when it appears. */
function Companions({ product }: { product: string }) {
  const { data: companions = [] } = useQuery(dataQuery('GET /products/:id/companions', { params: { id: product } }))
  if (companions.length === 0) return null

  return (
    <section aria-label="Goes with it" className="grid gap-3 border-line border-t pt-4">
      <h3 className="type-ui">Goes with it</h3>
      <ul className="grid grid-cols-2 gap-3">
        {companions.map(companion => (
          <li key={companion._id} className="relative flex gap-3 lg:grid lg:content-start lg:gap-1.5">
            <Picture
              picture={companion.thumbnail}
              alt=""
              sizes="(min-width:64rem) 180px,56px"
              className="size-14 shrink-0 rounded-control lg:aspect-square lg:size-full lg:rounded-tile"
            />
            <div className="type-small grid min-w-0 content-start">
              <Link
                dir="auto"
                to={productPath(companion)}
                className="wrap-anywhere line-clamp-2 after:absolute after:inset-0 hover:underline"
              >
                {companion.name}
              </Link>
              <span>
                <Price product={companion} />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
