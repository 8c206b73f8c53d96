import { fromCents, paths, toCents } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { ShoppingBag } from 'lucide-react'
import { useEffect, useId } from 'react'
import { ExpressButtons } from '../../../gateways/express-buttons.tsx'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { countLabel } from '../../../lib/format.ts'
import { useHydrated } from '../../../lib/hydrated.ts'
import { usePrice } from '../../../lib/shop.ts'
import { ArrivalNote } from '../../../shared/cart/arrival.tsx'
import { cartCheckQuery } from '../../../shared/cart/cart.api.ts'
import { type Cart, cartCount, lineId, useCart } from '../../../shared/cart/cart.store.ts'
import { CartChangesNote, canCheckOut } from '../../../shared/cart/cart-notes.tsx'
import { CheckoutLink } from '../../../shared/cart/checkout-link.tsx'
import { useChoices } from '../../../shared/cart/choices.store.ts'
import { CodeField } from '../../../shared/cart/code-field.tsx'
import { forgetMerged } from '../../../shared/cart/merged-cart.store.ts'
import { useQuotedCart } from '../../../shared/cart/quoted-cart.ts'
import { OrderSummary } from '../../../shared/orders/order-totals.tsx'
import { UnpaidOrdersNote, useUnpaidOrders } from '../../../shared/orders/unpaid-orders-note.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { PageTitle } from '../../../ui/headings.tsx'
import { EmptyState, Repeated, Skeleton } from '../../../ui/notice.tsx'
import { CartLine } from './cart-line.tsx'
import { CartWordsFields } from './cart-words.tsx'
import { ShareCart } from './share-cart.tsx'

/** Below this share of the limit the note is not shown. */
const TOLD_FROM = 0.6

export function CartPage() {
  const isHydrated = useHydrated()
  const cart = useCart()

  // At least as high as the screen, so that the footer never moves while it is visible.
  return (
    <div className="shell grid min-h-[calc(100dvh-4.5rem)] grid-cols-1 content-start gap-6 pt-8 md:gap-8 md:pt-12">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <PageTitle title="Cart" heading="Your cart" />
        <span className="text-ink-2">{cart.items.length > 0 && countLabel(cartCount(cart), 'item')}</span>
      </div>
      {!isHydrated && <CartSkeleton />}
      {isHydrated && <KnownCart cart={cart} />}
    </div>
  )
}

/** Waits for the notes above the lines, so that no line moves when a note appears. */
function KnownCart({ cart }: { cart: Cart }) {
  const unpaid = useUnpaidOrders()
  const user = useCurrentUser()
  if (!unpaid) return <CartSkeleton lines={cart.items.length} />

  return (
    <>
      <UnpaidOrdersNote orders={unpaid} />
      {cart.items.length > 0 ? (
        <FilledCart />
      ) : (
        <EmptyState icon={ShoppingBag} text="Your cart is empty. Why not browse some amazing products?">
          <ButtonLink to={paths.home} variant="primary" className="mt-2">
            Start browsing
          </ButtonLink>
          {!user && (
            <ButtonLink to={paths.login(paths.cart)} variant="outline">
              Log in to see your saved cart
            </ButtonLink>
          )}
        </EmptyState>
      )}
    </>
  )
}

/** Waits for the server's answer, so that no line moves when a product has changed. */
function FilledCart() {
  const price = usePrice()
  const { codes = [], deliveryMethod } = useChoices()
  const { cart, summary, method, goods, quote } = useQuotedCart({ deliveryMethod, codes })
  const { data: changes } = useQuery(cartCheckQuery())
  useEffect(() => forgetMerged, [])
  const isReady = canCheckOut(cart.items)
  const isReduced = quote?.discounts.some(({ amount }) => amount > 0) ?? false
  const { amountToPay: toPay = summary.order.totalAmount, giftCardAmount = 0 } = summary.order
  if (!changes) return <CartSkeleton lines={cart.items.length} />

  return (
    <div className="grid grid-cols-1 items-start gap-x-12 gap-y-8 lg:grid-cols-12">
      <div className="grid gap-5 lg:col-span-8">
        <CartChangesNote items={cart.items} changes={changes} />
        <ul className="divide-y divide-line border-line border-y">
          {cart.items.map(item => (
            <li key={lineId(item.product)}>
              <CartLine item={item} />
            </li>
          ))}
        </ul>
        <CartWordsFields />
        <ShareCart />
      </div>
      <div className="lg:sticky lg:top-22 lg:col-span-4">
        <OrderSummary {...summary}>
          {method && <ArrivalNote method={method} />}
          <CodeField quote={quote} />
          <CheckoutLink isReady={isReady} className="max-lg:hidden" />
          {isReady && toPay > 0 && <ExpressButtons />}
          {method && <FreeShippingNote {...method} goods={goods} isReduced={isReduced} />}
        </OrderSummary>
      </div>
      <div className="-mx-(--gutter) sticky bottom-0 z-header flex flex-wrap items-center justify-between gap-x-5 gap-y-2 border-line border-t bg-paper px-(--gutter) py-2.5 lg:hidden">
        <p className="grid">
          <span className="type-small text-ink-2">{giftCardAmount > 0 ? 'To pay' : 'Total'}</span>
          <span className="type-ui font-semibold! tabular-nums">
            {price(giftCardAmount > 0 ? toPay : cart.totalPrice)}
          </span>
        </p>
        <CheckoutLink isReady={isReady} className="max-w-72 grow" />
      </div>
    </div>
  )
}

interface FreeShippingNoteProps {
  amount: number
  freeAbove: number | null
  /** After discounts. */
  goods: number
  isReduced: boolean
}

/** The amount missing for free shipping, which starts above the limit, not at it. A discount can make it free before. */
function FreeShippingNote({ amount, freeAbove, goods, isReduced }: FreeShippingNoteProps) {
  const price = usePrice()
  const id = useId()
  if (!freeAbove || goods < freeAbove * TOLD_FROM) return null

  const missing = fromCents(toCents(freeAbove) + 1 - toCents(goods))
  // A discount takes a part of what is added, too.
  const notYet = isReduced
    ? `Free shipping above ${price(freeAbove)}, after discounts`
    : `Add ${price(missing)} more for free shipping`

  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="type-small text-ink-2">
        {amount > 0 ? notYet : 'Your order ships free'}
      </label>
      <progress
        id={id}
        value={amount > 0 ? Math.min(goods, freeAbove) : freeAbove}
        max={freeAbove}
        className="h-1 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-success [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-success"
      />
    </div>
  )
}

/** Shown by the server, which does not know the cart; without JavaScript it is not replaced. */
function CartSkeleton({ lines = 2 }: { lines?: number }) {
  return (
    <>
      <div
        aria-busy="true"
        className="appear-late grid items-start gap-x-12 gap-y-8 lg:grid-cols-12 [@media(scripting:none)]:hidden"
      >
        <div className="divide-y divide-line border-line border-y lg:col-span-8">
          <Repeated count={lines}>
            <LineSkeleton />
          </Repeated>
        </div>
        <Skeleton className="h-72 rounded-tile lg:col-span-4" />
      </div>
      <noscript>
        <p>Your cart is kept in this browser and needs JavaScript.</p>
      </noscript>
    </>
  )
}

function LineSkeleton() {
  return (
    <div className="flex gap-4 py-5 sm:gap-6">
      <Skeleton className="size-24 rounded-tile" />
      <div className="grid grow content-start gap-3 pt-1">
        <Skeleton className="h-4 w-2/5 rounded-full" />
        <Skeleton className="h-3.5 w-24 rounded-full" />
        <Skeleton className="h-11 w-32 rounded-control" />
      </div>
    </div>
  )
}
