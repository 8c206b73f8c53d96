import { AREAS, isIn } from '@mela/contract'
import { type ReactNode, useEffect, useRef } from 'react'
import { useBlocker, useParams } from 'react-router'
import { RequireUser } from '../../../features/shop/auth/require-user.tsx'
import { payStateOf } from '../../../features/shop/payments/pay-state.ts'
import { takeMessage } from '../../../lib/browser/after-load.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { PageTitle } from '../../../ui/layout/page-title.tsx'
import { toastSuccess } from '../../../ui/toasts/toast.tsx'
import { StorefrontLayout } from '../../storefront/storefront-layout.tsx'
import { CheckoutLayout } from '../checkout/checkout-layout.tsx'
import { OrderPage } from './order-page.tsx'
import { OrderUnavailable } from './order-unavailable.tsx'
import { PayStep } from './pay-step.tsx'
import { ThankYou } from './thank-you.tsx'
import { usePayPage } from './use-pay-page.ts'

/**
 * An order has one address and two pages: the checkout's last step until it is paid, and its own page after that. Right
 * after the payment it says thank you, once.
 */
export function PayPage() {
  const { orderId = '' } = useParams()
  useFullLoads()
  useMessageOfCheckout()
  const { user, order, isJustPaid, ...paying } = usePayPage(orderId)
  const isWaiting = order.data && payStateOf(order.data, paying.step) !== 'ended'
  useFocusOnTurn(order.data && (isWaiting ? 'pay' : isJustPaid ? 'thanks' : 'order'))

  if (!user || (!order.data && !order.error)) {
    return (
      <Frame>
        <RequireUser fallback={<OrderSkeleton />}>
          <OrderSkeleton />
        </RequireUser>
      </Frame>
    )
  }
  if (!order.data) {
    return (
      <Frame>
        <OrderUnavailable onRetry={() => void order.refetch()} />
      </Frame>
    )
  }
  if (isWaiting) {
    return (
      <CheckoutLayout>
        <PayStep order={order.data} {...paying} />
      </CheckoutLayout>
    )
  }
  return (
    <Frame>
      {isJustPaid ? <ThankYou order={order.data} name={user.name.firstName} /> : <OrderPage order={order.data} />}
    </Frame>
  )
}

/** The account's layout; as high as the screen, so that the footer never moves in view. */
function Frame({ children }: { children: ReactNode }) {
  return (
    <StorefrontLayout>
      <div className="shell min-h-dvh pt-8 pb-24 lg:pt-12">{children}</div>
    </StorefrontLayout>
  )
}

/** The checkout was left by a full load, so its message is shown here. */
function useMessageOfCheckout(): void {
  useEffect(() => {
    const message = takeMessage()
    if (message) toastSuccess(message)
  }, [])
}

/** Scrolls up and focuses the heading when the page changes in place, so that it is announced like a new page. */
function useFocusOnTurn(face: string | undefined): void {
  const shown = useRef<string>(undefined)
  useEffect(() => {
    const isTurn = shown.current !== undefined && shown.current !== face
    shown.current = face
    if (!isTurn) return
    scrollTo(0, 0)
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [face])
}

/**
 * Leaves the pay page by loading a new document, because its script policy is wider than that of other pages. The
 * redirect to the login stays in the document, which remembers the user.
 */
function useFullLoads(): void {
  const blocker = useBlocker(
    ({ currentLocation: { pathname }, nextLocation: next }) =>
      next.pathname !== pathname && !isIn(AREAS.auth, next.pathname),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const { pathname, search, hash } = blocker.location
    location.assign(pathname + search + hash)
  }, [blocker])
}

function OrderSkeleton() {
  return (
    <div aria-busy="true" className="appear-late grid gap-8">
      <PageTitle title="Your order" />
      <Skeleton className="h-14 max-w-90 rounded-tile" />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(22rem,1fr)] lg:gap-12">
        <Skeleton className="h-96 rounded-tile" />
        <Skeleton className="h-96 rounded-tile" />
      </div>
    </div>
  )
}
