import { gatewayNames, type Order, orderName, paths } from '@mela/contract'
import { Clock, Scale } from 'lucide-react'
import { useRef } from 'react'
import { AddressCard } from '../../../features/shop/addresses/address-card.tsx'
import { OrderHead } from '../../../features/shop/orders/order-head.tsx'
import { OrderLines } from '../../../features/shop/orders/order-lines.tsx'
import { OrderMoney } from '../../../features/shop/orders/order-money.tsx'
import { comesBack, isContested, orderMessages } from '../../../features/shop/orders/order-words.ts'
import { amountLabelOf } from '../../../features/shop/payments/pay-state.ts'
import { orderSteps } from '../../../lib/order-steps.ts'
import { BackLink } from '../../../ui/buttons/back-link.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import type { Elements } from '../../../ui/layout/elements.ts'
import { PageTitle } from '../../../ui/layout/page-title.tsx'
import { StepList } from '../../../ui/values/step-list.tsx'
import { orderLineOf } from '../checkout/order-line.ts'
import { OrderActions } from './order-actions.tsx'

/** An order that was paid, or cannot be paid any more. */
export function OrderPage({ order }: { order: Order }) {
  const head = useRef<HTMLDivElement>(null)
  const title = `Order ${orderName(order)}`

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:gap-10">
      <div ref={head} className="grid gap-3">
        <BackLink to={paths.orders}>Your orders</BackLink>
        <PageTitle title={title} heading={<span className="tabular-nums">{title}</span>} />
        <OrderHead order={order} />
      </div>
      <OrderTimeline order={order} />
      <div aria-live="polite" className="grid gap-3 empty:hidden">
        <OrderNotices order={order} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(22rem,1fr)] lg:gap-12">
        <OrderLines lines={order.products.map(orderLineOf)} currency={order.currency} />
        <div className="grid gap-5">
          <Part title="Payment">
            <OrderMoney order={order} label={amountLabelOf(order)} />
            {order.payment && (
              <p className="type-small wrap-anywhere border-line border-t pt-4 text-ink-2">
                {`${gatewayNames[order.payment.paymentGateway]}, transaction ${order.payment.transactionId}`}
              </p>
            )}
          </Part>
          <Part title="Shipping address">
            <AddressCard address={order.shippingAddress} />
          </Part>
          <OrderActions order={order} onCancelled={() => head.current?.querySelector('h1')?.focus()} />
        </div>
      </div>
    </div>
  )
}

/** The order's status; a pending or disputed payment is named. */
function OrderNotices({ order }: { order: Order }) {
  const provider = order.payment ? gatewayNames[order.payment.paymentGateway] : ''
  if (order.status === 'pending' && order.payment?.status === 'pending') {
    return (
      <Notice icon={<Clock />} title={`Payment pending at ${provider}`}>
        {`Your order is sent as soon as ${provider} has the money. You need not do anything.`}
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

function Part({ title, children }: { title: string; children: Elements }) {
  return (
    <section aria-label={title} className="grid gap-4 rounded-tile border border-line bg-surface p-5 sm:p-6">
      <h2 className="type-h3">{title}</h2>
      {children}
    </section>
  )
}

function OrderTimeline({ order }: { order: Order }) {
  const isGivenBack = order.amountPaid > 0 && comesBack(order) === 0
  const refundedAt = isGivenBack ? order.refunds.findLast(({ completedAt }) => completedAt)?.completedAt : null
  const paid = order.payment?.status === 'completed' ? {} : undefined

  return (
    <section aria-label="Progress">
      <StepList steps={orderSteps({ ...order, paid, refundedAt })} />
    </section>
  )
}
