import { type Address, paths } from '@mela/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useLocation, useNavigate, useNavigationType } from 'react-router'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { useShop } from '../../../lib/shop.ts'
import { addressesQuery, useKnownAddress } from '../../../shared/addresses/addresses.api.ts'
import { cartCheckQuery } from '../../../shared/cart/cart.api.ts'
import { CartChangesNote } from '../../../shared/cart/cart-notes.tsx'
import { useChoices } from '../../../shared/cart/choices.store.ts'
import { useQuotedCart } from '../../../shared/cart/quoted-cart.ts'
import { UnpaidOrdersNote, useUnpaidOrders } from '../../../shared/orders/unpaid-orders-note.tsx'
import { useGuest } from '../../../shared/session/guest.store.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { SubmitButton } from '../../../ui/form.tsx'
import { Together } from '../../../ui/layout.tsx'
import { EmptyState } from '../../../ui/notice.tsx'
import { CheckoutColumns, CheckoutSkeleton, findObstacle, StepButton } from './checkout-layout.tsx'
import { ContactCard } from './contact-card.tsx'
import { GuestCards, OpenDeliveryCard } from './delivery-card.tsx'
import { useLastDelivery } from './last-delivery.ts'
import { OrderSide } from './order-side.tsx'
import { PaymentAhead } from './payment-card.tsx'

/** The checkout with its second card open; for a guest the first one too. */
export function ShippingPage() {
  const user = useCurrentUser()
  const { deliveryMethod, codes } = useChoices()
  const { cart, summary, deliveries, method, query: quote } = useQuotedCart({ deliveryMethod, codes })
  const addresses = useQuery({ ...addressesQuery(), enabled: user !== null })
  const check = useQuery({ ...cartCheckQuery(), refetchOnMount: 'always' })
  const unpaid = useUnpaidOrders()
  useKnownAddress(addresses, true)
  const last = useLastDelivery(addresses.data)
  const shop = useShop()
  const navigate = useNavigate()
  const isDecided = useIsDecided(addresses, cart.address, last.isChosen)
  const { state } = useLocation()
  const isBack = useNavigationType() === 'POP'
  // The check stores new prices, so that the review's own check would find nothing to tell.
  const isUnchanged = check.isFetchedAfterMount && Object.keys(check.data ?? {}).length === 0
  if (state?.isOnTheWay && !isBack && isDecided && isUnchanged && !findObstacle(shop, cart)) {
    return (
      <>
        <Navigate to={paths.checkout} replace />
        <CheckoutSkeleton />
      </>
    )
  }

  const isEmpty = cart.items.length === 0
  const known = user ? [addresses, last] : []
  return (
    <Together queries={[...known, check, { isPending: quote.isLoading || !unpaid }]} loading={<CheckoutSkeleton />}>
      <CheckoutColumns
        side={!isEmpty && <OrderSide cart={cart} summary={summary} quote={quote.data} method={method} />}
        action={
          user &&
          !isEmpty && (
            <StepButton
              className="tracking-wide"
              obstacle={cart.address ? findObstacle(shop, cart) : 'Choose an address to continue.'}
              onClick={() => navigate(paths.checkout)}
            >
              CONTINUE
            </StepButton>
          )
        }
      >
        <UnpaidOrdersNote orders={unpaid} />
        <CartChangesNote items={cart.items} changes={check.data ?? {}} />
        {isEmpty && <NothingToOrder isUnpaid={unpaid?.length !== 0} />}
        {user && (
          <>
            <ContactCard />
            <OpenDeliveryCard addresses={addresses} deliveries={deliveries} method={method} />
          </>
        )}
        {!user && !isEmpty && (
          <GuestCards onDone={() => void navigate(paths.checkout)}>
            <SubmitButton wide className="tracking-wide">
              CONTINUE
            </SubmitButton>
          </GuestCards>
        )}
        {!isEmpty && <PaymentAhead />}
      </CheckoutColumns>
    </Together>
  )
}

/** Nothing is left to choose here: the only address, that of the last order, or what a guest typed before. */
function useIsDecided({ data }: UseQueryResult<Address[]>, address: Address | null, isLast: boolean): boolean {
  const user = useCurrentUser()
  const guest = useGuest()
  const [isGuestKnown] = useState(address !== null && guest !== null && guest.email !== '')
  if (!user) return isGuestKnown
  const [only, ...others] = data ?? []
  return address !== null && (isLast || (only !== undefined && others.length === 0 && only._id === address._id))
}

/** Back from an order that is paid later, or was paid, leads here. */
function NothingToOrder({ isUnpaid }: { isUnpaid: boolean }) {
  const user = useCurrentUser()
  const order = useGuest()?.order
  const placed = user ? paths.orders : order && paths.pay(order)

  return (
    <EmptyState text="Your cart is empty. There is nothing to order yet.">
      <ButtonLink to={paths.home} variant="outline" size={40}>
        Look around the shop
      </ButtonLink>
      {placed && !isUnpaid && (
        <ButtonLink to={placed} reloadDocument variant="outline" size={40}>
          {user ? 'Your orders' : 'Your order'}
        </ButtonLink>
      )}
    </EmptyState>
  )
}
