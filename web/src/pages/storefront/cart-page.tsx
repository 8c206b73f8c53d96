import { paths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { ShoppingBag } from 'lucide-react'
import { cartCheckQuery } from '../../features/shop/cart/cart.api.ts'
import { type Cart, cartCount, useCart } from '../../features/shop/cart/cart.store.ts'
import { usePricedCart } from '../../features/shop/cart/cart-amounts.ts'
import { CartChangesNote } from '../../features/shop/cart/cart-changes-note.tsx'
import { CartLine } from '../../features/shop/cart/cart-line.tsx'
import { canCheckOut } from '../../features/shop/cart/cart-notes.ts'
import { CheckoutButton } from '../../features/shop/cart/checkout-button.tsx'
import { FreeShippingNote } from '../../features/shop/cart/free-shipping-note.tsx'
import { OrderSummary } from '../../features/shop/cart/order-summary.tsx'
import { RefillNote, useRefill } from '../../features/shop/cart/refill-note.tsx'
import { lineId } from '../../features/shop/cart/stored-cart.ts'
import { UnpaidOrdersNote } from '../../features/shop/orders/unpaid-orders-note.tsx'
import { useUnpaidOrders } from '../../features/shop/orders/use-unpaid-orders.ts'
import { useHydrated } from '../../lib/browser/hydrated.ts'
import { countLabel } from '../../lib/format/format.ts'
import { usePrice } from '../../lib/shop.ts'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { CartSkeleton } from './cart-skeleton.tsx'

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
  const refill = useRefill()
  if (!unpaid) return <CartSkeleton lines={cart.items.length} />

  return (
    <>
      <UnpaidOrdersNote orders={unpaid} />
      <RefillNote refill={refill} />
      {cart.items.length > 0 ? <FilledCart /> : <EmptyCart />}
    </>
  )
}

function EmptyCart() {
  return (
    <EmptyState icon={ShoppingBag} text="Your cart is empty. Why not browse some amazing products?">
      <ButtonLink to={paths.home} variant="primary" className="mt-2">
        Start browsing
      </ButtonLink>
    </EmptyState>
  )
}

/** Waits for the server's answer, so that no line moves when a product has changed. */
function FilledCart() {
  const price = usePrice()
  const { cart, summary, freeAboveCents } = usePricedCart()
  const { data: changes } = useQuery(cartCheckQuery())
  const isReady = canCheckOut(cart.items)
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
      </div>
      <div className="lg:sticky lg:top-22 lg:col-span-4">
        <OrderSummary {...summary}>
          <CheckoutButton isReady={isReady} className="max-lg:hidden" />
          <FreeShippingNote itemsPrice={cart.itemsPrice} freeAboveCents={freeAboveCents} />
        </OrderSummary>
      </div>
      <div className="-mx-(--gutter) sticky bottom-0 z-header flex flex-wrap items-center justify-between gap-x-5 gap-y-2 border-line border-t bg-paper px-(--gutter) py-2.5 lg:hidden">
        <p className="grid">
          <span className="type-small text-ink-2">Total</span>
          <span className="type-ui font-semibold! tabular-nums">{price(cart.totalPrice)}</span>
        </p>
        <CheckoutButton isReady={isReady} className="max-w-72 grow" />
      </div>
    </div>
  )
}
