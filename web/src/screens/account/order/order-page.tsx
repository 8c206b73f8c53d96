import {
  API_BASE,
  AREAS,
  canCancel,
  gatewayNames,
  isIn,
  isOffline,
  type Order,
  orderName,
  paths,
  productPath,
} from '@mela/contract'
import { Clock, Scale } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useBlocker, useParams } from 'react-router'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { Link } from '../../../lib/link.tsx'
import { useContactLink } from '../../../lib/shop.ts'
import { AddressCard } from '../../../shared/addresses/address-form.tsx'
import { forgetWords } from '../../../shared/cart/change-cart.ts'
import { HowToPay } from '../../../shared/orders/how-to-pay.tsx'
import { OrderFacts } from '../../../shared/orders/order-facts.tsx'
import { OrderHead, OrderLines, OrderMoney } from '../../../shared/orders/order-lines.tsx'
import { OrderSteps } from '../../../shared/orders/order-steps.tsx'
import {
  comesBack,
  giftWords,
  isContested,
  isCovered,
  orderMessages,
  unlessUsed,
} from '../../../shared/orders/order-words.ts'
import { RequireBuyer } from '../../../shared/session/require-user.tsx'
import { useLogout } from '../../../shared/session/sign-out.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { PageTitle, Panel } from '../../../ui/headings.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { loadStorefront, StorefrontLayout } from '../../shop/layout/storefront-layout.tsx'
import { CheckoutLayout, CheckoutSkeleton } from '../checkout/checkout-layout.tsx'
import { OrderActions, OrderUnavailable } from './order-actions.tsx'
import { PayStep } from './pay-step.tsx'
import { amountLabelOf, payStateOf, usePayPage } from './use-pay-page.ts'

export const loader = loadStorefront

/**
 * An order has one address and two pages: the checkout's last step until it is paid, and its own page after that. Right
 * after the payment it says thank you, once.
 */
export function PayPage() {
  const { orderId = '' } = useParams()
  useFullLoads()
  const user = useCurrentUser()
  const { isBuyer, order, isJustPaid, ...paying } = usePayPage(orderId)
  const isWaiting = order.data && payStateOf(order.data, paying.step) !== 'ended'
  useFocusOnTurn(order.data && (isWaiting ? 'pay' : isJustPaid ? 'thanks' : 'order'))

  if (isBuyer && order.data && isWaiting) {
    return (
      <CheckoutLayout>
        <PayStep order={order.data} {...paying} />
        {!user && (
          <div className="mt-7">
            <GuestActions />
          </div>
        )}
      </CheckoutLayout>
    )
  }
  // As high as the screen, so that the footer never moves in view.
  const loading = (
    <>
      <PageTitle title="Your order" />
      <CheckoutSkeleton />
    </>
  )
  return (
    <StorefrontLayout>
      <div className="shell min-h-dvh pt-8 pb-24 lg:pt-12">
        <RequireBuyer admits={({ order }) => order === orderId} fallback={loading}>
          {order.data && isJustPaid && <ThankYou order={order.data} />}
          {order.data && !isJustPaid && <OrderPage order={order.data} />}
          {!order.data && order.error && <OrderUnavailable error={order.error} onRetry={() => void order.refetch()} />}
          {!order.data && !order.error && loading}
        </RequireBuyer>
      </div>
    </StorefrontLayout>
  )
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

function ThankYou({ order }: { order: Order }) {
  const user = useCurrentUser()
  const { firstName } = user?.name ?? order.shippingAddress.name
  const gifts = giftWords(order)

  return (
    <div className="mx-auto grid max-w-180 grid-cols-[minmax(0,1fr)] gap-8">
      <div className="grid gap-4">
        <PageTitle
          title="Thank you"
          heading={
            <span className="wrap-anywhere">
              Thank you, <bdi>{firstName}</bdi>
            </span>
          }
        />
        {gifts ? (
          <p className="max-w-[65ch] text-ink-2">{`Your order is paid. ${gifts}`}</p>
        ) : (
          <p className="max-w-[65ch] text-ink-2">
            Your order is paid and we are packing it now. You get an email as soon as it is on its way, and can cancel
            it on{' '}
            <Link to={paths.pay(order._id)} reloadDocument className="underline underline-offset-3">
              its page
            </Link>{' '}
            <span>{`until then${unlessUsed(order)}`}</span>
          </p>
        )}
        <GuestEmail order={order} />
      </div>
      <section aria-label="Your order" className="grid gap-5 rounded-tile border border-line bg-surface p-5 sm:p-7">
        <OrderHead order={order} id={orderName(order)} />
        <BoughtLines order={order} />
        <section aria-label="Payment">
          <OrderMoney order={order} label={amountLabelOf(order)} />
        </section>
      </section>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={paths.home} reloadDocument variant="primary" className="max-sm:w-full">
          Continue shopping
        </ButtonLink>
        <ButtonLink to={paths.pay(order._id)} reloadDocument variant="outline" className="max-sm:w-full">
          View order
        </ButtonLink>
      </div>
      {!user && <AccountOffer />}
    </div>
  )
}

/** A mistyped address shows by nothing else: its emails never come. */
function GuestEmail({ order: { guestEmail, status } }: { order: Order }) {
  const contact = useContactLink()
  if (!guestEmail) return null
  return (
    <p className="max-w-[65ch] text-ink-2">
      Emails about your order go to <bdi className="wrap-anywhere text-ink">{guestEmail}</bdi>. If it is wrong,{' '}
      <Link to={contact} reloadDocument className="underline underline-offset-3">
        contact us
      </Link>
      <span>{canCancel(status) ? ', or cancel the order and order again.' : '.'}</span>
    </p>
  )
}

/** A guest reads it whether or not their address has an account. */
function AccountOffer() {
  return (
    <p className="border-line border-t pt-6 text-ink-2">
      <span>The email about your order has a link to it. To have all your orders in one place,</span>{' '}
      <Link to={paths.register()} className="underline underline-offset-3">
        create an account
      </Link>{' '}
      <span>with the same email address, and confirm it.</span>
    </p>
  )
}

function OrderPage({ order }: { order: Order }) {
  const head = useRef<HTMLDivElement>(null)
  const user = useCurrentUser()
  const title = `Order ${orderName(order)}`

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:gap-10">
      <div ref={head} className="grid gap-3">
        {user && <BackLink to={paths.orders}>Your orders</BackLink>}
        <PageTitle title={title} heading={<span className="tabular-nums">{title}</span>} />
        <OrderHead order={order} />
      </div>
      <OrderTimeline order={order} />
      <div aria-live="polite" className="grid gap-3 empty:hidden">
        <OrderNotices order={order} />
        <GuestEmail order={order} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(22rem,1fr)] lg:gap-12">
        <BoughtLines order={order} />
        <div className="grid gap-5">
          <HowToPay order={order} />
          <Panel title="Payment">
            <OrderMoney order={order} label={amountLabelOf(order)} />
            {order.payment && !isOffline(order.payment.paymentGateway) && (
              <p className="type-small wrap-anywhere border-line border-t pt-4 text-ink-2">
                {`${gatewayNames[order.payment.paymentGateway]}, transaction ${order.payment.transactionId}`}
              </p>
            )}
          </Panel>
          <Panel title={giftWords(order) ? 'Your address' : 'Shipping address'}>
            <AddressCard address={order.shippingAddress} />
            <OrderFacts order={order} />
          </Panel>
          <OrderActions order={order} onCancelled={() => head.current?.querySelector('h1')?.focus()} />
          {!user && <GuestActions />}
        </div>
      </div>
    </div>
  )
}

/** An account finds its data in the profile, and logs out in the menu. */
function GuestActions() {
  const logOut = useLogout()

  function handleClose() {
    forgetWords()
    logOut()
  }
  return (
    <div className="type-small grid justify-items-center gap-1 text-ink-2">
      <a href={`${API_BASE}/users/current-user/data`} download="my-data.json" className="underline underline-offset-3">
        Download what the shop keeps of you
      </a>
      <Button variant="ghost" size={40} onClick={handleClose}>
        Close this order on a shared device
      </Button>
      <p>The links in its emails end then. Each offers you a new one.</p>
    </div>
  )
}

function BoughtLines({ order: { products, currency } }: { order: Order }) {
  const lines = products.map(({ product, variant, options, price, savedAmount, quantity, gifts }) => ({
    ...{ id: variant, name: product.name, options, thumbnail: product.thumbnail, price, savedAmount, quantity, gifts },
    path: productPath(product, Object.keys(options).length > 0 ? variant : undefined),
  }))
  return <OrderLines lines={lines} currency={currency} />
}

function OrderNotices({ order }: { order: Order }) {
  const provider = order.payment ? gatewayNames[order.payment.paymentGateway] : ''
  if (order.status === 'pending' && order.payment?.status === 'pending') {
    return (
      <Notice icon={<Clock />} title={`Payment pending at ${provider}`}>
        {`Your order is sent as soon as ${provider} has the money. If you were given a voucher or a reference, please pay with it in time; otherwise you need not do anything.`}
      </Notice>
    )
  }
  return (
    <>
      <p className="text-ink-2">{orderMessages(order)}</p>
      {isContested(order) && (
        <Notice icon={<Scale />} title="This payment was contested">
          {`A case about this payment was opened at ${provider}, which decides who gets the money. ${provider} tells you the outcome.`}
        </Notice>
      )}
    </>
  )
}

function OrderTimeline({ order }: { order: Order }) {
  const isGivenBack = order.amountPaid > 0 && comesBack(order) === 0
  const refundedAt = isGivenBack ? order.refunds.findLast(({ completedAt }) => completedAt)?.completedAt : null
  const paid = order.payment?.status === 'completed' || isCovered(order) ? {} : undefined

  return (
    <section aria-label="Progress">
      <OrderSteps {...order} paid={paid} refundedAt={refundedAt} />
    </section>
  )
}
