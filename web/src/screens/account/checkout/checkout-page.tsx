import { isOffline, paths, type ShownGateway } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { priceText } from '../../../lib/format.ts'
import { useShop } from '../../../lib/shop.ts'
import { addressesQuery, useKnownAddress } from '../../../shared/addresses/addresses.api.ts'
import { cartCheckQuery } from '../../../shared/cart/cart.api.ts'
import { type CartChanges, CartChangesNote } from '../../../shared/cart/cart-notes.tsx'
import { UnpaidOrdersNote, useUnpaidOrders } from '../../../shared/orders/unpaid-orders-note.tsx'
import { SendAway } from '../../../shared/session/require-user.tsx'
import { Together } from '../../../ui/layout.tsx'
import { toastWarning } from '../../../ui/toast.tsx'
import { CheckoutColumns, CheckoutSkeleton, findObstacle, StepButton } from './checkout-layout.tsx'
import { ContactCard } from './contact-card.tsx'
import { DeliveryCard } from './delivery-card.tsx'
import { ExpressReturn } from './express-return.tsx'
import { OrderSide } from './order-side.tsx'
import { PaymentCard } from './payment-card.tsx'
import { useCheckout } from './use-checkout.ts'
import { useWaysToPay } from './ways-to-pay.ts'
import { WordsCards } from './words-cards.tsx'

/** Beside the button; the payment card says why. */
const NO_WAY = 'There is no way to pay this order.'

export function CheckoutPage() {
  const [search] = useSearchParams()
  return search.has('express') ? <ExpressReturn /> : <Checkout />
}

/** The checkout with its third card open: what was decided, and how it is paid. */
function Checkout() {
  const user = useCurrentUser()
  const ways = useWaysToPay()
  const checkout = useCheckout(ways)
  const { cart, summary, pay, isPaying, isPricing, isCovered, isAnswerLost } = checkout
  const { currency, totalAmount, amountToPay = totalAmount } = summary.order
  const way = isCovered ? undefined : ways.gateway?.name
  const check = useQuery({ ...cartCheckQuery(), refetchOnMount: 'always' })
  const shop = useShop()
  const unpaid = useUnpaidOrders()
  const addresses = useQuery({ ...addressesQuery(), enabled: user !== null })
  useKnownAddress(addresses)

  // The address comes first when both are missing.
  if (!cart.address) return <SendAway to={paths.shipping} tell={() => toastWarning('Please select an address.')} />
  if (cart.items.length === 0) {
    return <SendAway to={paths.cart} tell={() => toastWarning('Please add some products to the cart.')} />
  }

  const known = user ? [addresses] : []
  return (
    <Together
      queries={[...known, check, ways.query, { isPending: isPricing || ways.isPricing || (!unpaid && !isPaying) }]}
      loading={<CheckoutSkeleton />}
    >
      <CheckoutColumns
        side={
          <OrderSide
            {...{ cart, summary, quote: checkout.quote }}
            method={way === 'transfer' ? undefined : checkout.method}
          />
        }
        action={
          <div className="grid gap-2">
            <StepButton
              loading={isPaying}
              // The order of a lost answer may hold what the cart no longer gets.
              obstacle={isAnswerLost ? undefined : (findObstacle(shop, cart) ?? (ways.obstacle && NO_WAY))}
              disabled={check.isFetching}
              onClick={() => void pay()}
            >
              {isCovered
                ? 'Place order'
                : summary.isDelivered
                  ? payLabel(priceText(amountToPay, currency), ways.gateway)
                  : 'Pay'}
            </StepButton>
            <LegalLinks />
          </div>
        }
      >
        {/* The order that is being placed must not be listed as unpaid. */}
        {unpaid && !isPaying && <UnpaidOrdersNote orders={unpaid} />}
        <Changes {...checkout} changes={check.data ?? {}} />
        <ContactCard />
        <DeliveryCard deliveries={checkout.deliveries} method={checkout.method} way={way} />
        <WordsCards cart={cart} />
        <PaymentCard {...ways} isCovered={isCovered} />
      </CheckoutColumns>
    </Together>
  )
}

/** It names what it does and the sum. */
function payLabel(sum: string, gateway: ShownGateway | undefined): string {
  if (!gateway) return `Pay ${sum}`
  if (gateway.name === 'stripe') return `Pay ${sum} by card`
  if (!isOffline(gateway.name)) return `Pay ${sum} with ${gateway.displayName}`
  return gateway.name === 'transfer' ? `Order and pay ${sum} by bank transfer` : `Order and pay ${sum} on delivery`
}

/** Links to legal texts; they open in a new tab, so that the checkout stays open. */
function LegalLinks() {
  const { checkoutLinks } = useShop()
  return checkoutLinks.length === 0 ? null : (
    <p className="type-small flex flex-wrap justify-center gap-x-3 text-ink-2">
      {checkoutLinks.map(([label, to]) => (
        <a key={to} href={to} target="_blank" rel="noopener" className="underline underline-offset-3">
          {label}
        </a>
      ))}
    </p>
  )
}

function Changes({
  cart,
  refused,
  merged,
  isUntold,
  changes,
}: Pick<ReturnType<typeof useCheckout>, 'cart' | 'refused' | 'merged' | 'isUntold'> & { changes: CartChanges }) {
  const note = useRef<HTMLDivElement>(null)
  // Scrolls to the note: a shopper who presses Pay again without having seen it would pay another price.
  useEffect(() => {
    if (!refused && !isUntold) return
    note.current?.focus({ preventScroll: true })
    note.current?.scrollIntoView({ block: 'center' })
  }, [refused, isUntold])

  return (
    <CartChangesNote
      ref={note}
      message={refused?.message ?? merged?.message}
      items={cart.items}
      changes={refused?.changes ?? { ...changes, ...merged?.changes }}
    />
  )
}
