import { type Order, orderName, shippingLabelOf, taxOf } from '@mela/contract'
import { AddressCard } from '../../../features/shop/addresses/address-card.tsx'
import { OrderSummary } from '../../../features/shop/cart/order-summary.tsx'
import { CancelOrder } from '../../../features/shop/orders/cancel-order.tsx'
import { OrderHead } from '../../../features/shop/orders/order-head.tsx'
import { OrderLines } from '../../../features/shop/orders/order-lines.tsx'
import { type PaymentStep, payStateOf } from '../../../features/shop/payments/pay-state.ts'
import { PaymentPanel } from '../../../features/shop/payments/payment-panel.tsx'
import { PayPalButtons } from '../../../features/shop/payments/paypal-buttons.tsx'
import { Time } from '../../../ui/values/time.tsx'
import { orderLineOf } from '../checkout/order-line.ts'

interface PayStepProps {
  order: Order
  step: PaymentStep
  start: () => void
  approve: (transactionId: string) => Promise<void>
  cancel: () => void
  fail: (error?: unknown) => void
}

/** The checkout's last step. The payment comes first on small screens, and right on wide ones. */
export function PayStep({ order, step, start, approve, cancel, fail }: PayStepProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(22rem,1fr)] lg:gap-12">
      <div className="lg:sticky lg:top-8 lg:order-last">
        <PaymentPanel order={order} step={step}>
          <PayPalButtons order={order._id} onStart={start} onApprove={approve} onCancel={cancel} onError={fail} />
        </PaymentPanel>
      </div>
      <div className="grid min-w-0 gap-8">
        <div className="grid gap-3">
          <OrderHead order={order} id={orderName(order)} />
          {order.expiresAt && (
            <p className="type-table text-ink-2">
              Kept for you until <Time value={order.expiresAt} style="date-time" />. Unpaid by then, it is cancelled.
            </p>
          )}
          <OrderLines lines={order.products.map(orderLineOf)} currency={order.currency} />
        </div>
        <div className="grid gap-6 md:grid-cols-2">
          <section aria-label="Shipping address" className="rounded-tile border border-line bg-surface p-5 sm:p-6">
            <h2 className="type-h3 mb-4">Shipping address</h2>
            <AddressCard address={order.shippingAddress} />
          </section>
          <OrderSummary
            amounts={order}
            tax={taxOf(order.adjustments)}
            shippingLabel={shippingLabelOf(order.adjustments)}
            currency={order.currency}
            title="Order summary"
          />
        </div>
        {payStateOf(order, step) === 'open' && (
          <section
            aria-label="Cancel this order"
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t pt-6"
          >
            <p className="text-ink-2">Changed your mind? You can cancel until it is shipped.</p>
            {/* The page then becomes the order's own, which takes the focus. */}
            <CancelOrder order={order} onCancelled={() => {}} />
          </section>
        )}
      </div>
    </div>
  )
}
