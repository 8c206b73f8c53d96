import {
  deliveryMethodsFor,
  type Order,
  orderName,
  type PaymentGatewayName,
  shippingLabel,
  shippingLabelOf,
  taxOf,
} from '@mela/contract'
import { AddressCard } from '../../../features/shop/addresses/address-card.tsx'
import { OrderSummary } from '../../../features/shop/cart/order-summary.tsx'
import { CancelOrder } from '../../../features/shop/orders/cancel-order.tsx'
import { OrderHead } from '../../../features/shop/orders/order-head.tsx'
import { PayButtons } from '../../../features/shop/payments/gateways/pay-buttons.tsx'
import { type PaymentStep, payStateOf } from '../../../features/shop/payments/pay-state.ts'
import { PaymentPanel } from '../../../features/shop/payments/payment-panel.tsx'
import { daysText } from '../../../lib/format/days-text.ts'
import { useShop } from '../../../lib/shop.ts'
import { Time } from '../../../ui/values/time.tsx'
import { SmallLines } from './small-lines.tsx'

interface PayStepProps {
  order: Order
  /** Where the buyer pays. */
  gateway: PaymentGatewayName
  step: PaymentStep
  start: (gateway: PaymentGatewayName) => void
  approve: (gateway: PaymentGatewayName, transactionId: string) => Promise<void>
  cancel: () => void
  fail: (error?: unknown) => void
}

/** The checkout's last step in one column: what is bought, the amount, the button, and the particulars below. */
export function PayStep({ order, gateway, step, start, approve, cancel, fail }: PayStepProps) {
  const shop = useShop()
  const label = shippingLabelOf(order.adjustments)
  const method = deliveryMethodsFor(shop, order.shippingAddress).find(({ name }) => shippingLabel(name) === label)

  return (
    <div className="mx-auto grid w-full max-w-130 grid-cols-[minmax(0,1fr)] gap-7">
      <SmallLines order={order} />
      <PaymentPanel order={order} gateway={gateway} step={step} arrival={method ? daysText(method) : ''}>
        <PayButtons order={order._id} onStart={start} onApprove={approve} onCancel={cancel} onError={fail} />
      </PaymentPanel>
      <div className="grid gap-3 border-line border-t pt-7">
        <OrderHead order={order} id={orderName(order)} />
        {order.expiresAt && (
          <p className="type-table text-ink-2">
            Kept for you until <Time value={order.expiresAt} style="date-time" />. Unpaid by then, it is cancelled.
          </p>
        )}
      </div>
      <OrderSummary
        amounts={order}
        tax={taxOf(order.adjustments)}
        shippingLabel={label}
        currency={order.currency}
        title="Order summary"
      />
      <section aria-label="Shipping address" className="rounded-tile border border-line bg-surface p-5 sm:p-6">
        <h2 className="type-h3 mb-4">Shipping address</h2>
        <AddressCard address={order.shippingAddress} />
      </section>
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
  )
}
