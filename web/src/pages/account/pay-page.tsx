import type { Order } from '@mela/contract'
import { type ReactNode, type Ref, useRef } from 'react'
import { useParams } from 'react-router'
import { AddressCard } from '../../features/addresses/address-card.tsx'
import { OrderSummary } from '../../features/cart/order-summary.tsx'
import { CancelOrder } from '../../features/orders/cancel-order.tsx'
import { OrderLines } from '../../features/orders/order-lines.tsx'
import { payStateOf } from '../../features/payments/pay-state.ts'
import { PaymentPanel } from '../../features/payments/payment-panel.tsx'
import { PayPalButtons } from '../../features/payments/paypal-buttons.tsx'
import { shortOrderId } from '../../lib/short-order-id.ts'
import { Badge } from '../../ui/badge.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Time } from '../../ui/time.tsx'
import { usePayPage } from './use-pay-page.ts'

export function PayPage() {
  const { orderId = '' } = useParams()
  const panel = useRef<HTMLDivElement>(null)
  const { order, step, approve, cancel, fail } = usePayPage(orderId)
  if (order.data) {
    return (
      <Frame
        panelRef={panel}
        panel={
          <PaymentPanel order={order.data} step={step}>
            <PayPalButtons order={orderId} onApprove={approve} onCancel={cancel} onError={fail} />
          </PaymentPanel>
        }
      >
        <OrderDetails order={order.data} />
        {payStateOf(order.data, step) !== 'confirming' && (
          <CancelOrder order={order.data} onCancelled={() => panel.current?.focus()} />
        )}
      </Frame>
    )
  }
  if (order.error) {
    // Whatever the reason, also for somebody else's order: the page tells nothing of it (DECISIONS B41).
    return <ErrorState message="Something went wrong, please try again later..." onRetry={() => void order.refetch()} />
  }
  return (
    <Frame panel={<Skeleton className="h-80 rounded-tile" />}>
      <Skeleton className="h-120 rounded-tile" />
    </Frame>
  )
}

interface FrameProps {
  /** For who has just changed what the panel says. */
  panelRef?: Ref<HTMLDivElement>
  panel: ReactNode
  children: ReactNode
}

/** What there is to do comes first on small screens, and right on wide ones. */
function Frame({ panelRef, panel, children }: FrameProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(22rem,1fr)] lg:gap-12">
      <div ref={panelRef} tabIndex={-1} className="outline-none lg:sticky lg:top-8 lg:order-last">
        {panel}
      </div>
      <div className="grid min-w-0 gap-8">{children}</div>
    </div>
  )
}

function OrderDetails({ order }: { order: Order }) {
  return (
    <>
      <div className="grid gap-3">
        <p className="type-ui flex flex-wrap items-center gap-x-3 gap-y-1 font-normal! text-ink-2">
          <span className="font-semibold text-ink tabular-nums">Order {shortOrderId(order._id)}</span>
          <Time value={order.createdAt} />
          <Badge status={order.status} />
        </p>
        {order.expiresAt && (
          <p className="type-table text-ink-2">
            Kept for you until <Time value={order.expiresAt} style="date-time" />. Unpaid by then, it is cancelled.
          </p>
        )}
        <OrderLines lines={order.products.map(lineOf)} />
      </div>
      <div className="grid gap-6 md:grid-cols-2">
        <section aria-label="Shipping address" className="rounded-tile border border-line bg-surface p-5 sm:p-6">
          <h2 className="type-h3 mb-4">Shipping address</h2>
          <AddressCard address={order.shippingAddress} />
        </section>
        <OrderSummary amounts={order} title="Order summary" />
      </div>
    </>
  )
}

function lineOf({ product, price, quantity }: Order['products'][number]) {
  return { id: product._id, name: product.name, thumbnail: product.thumbnail, price, quantity }
}
