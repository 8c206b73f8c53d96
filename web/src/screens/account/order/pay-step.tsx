import {
  arrivalText,
  type DeliveryMethod,
  deliveryMethodOf,
  deliveryMethodsFor,
  gatewayNames,
  type Order,
  orderName,
  placeOf,
  priceOrFree,
  promisedDays,
  toCents,
} from '@mela/contract'
import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOnlineWays } from '../../../gateways/online-ways.ts'
import { PayButtons } from '../../../gateways/pay-buttons.tsx'
import { daysText, priceText } from '../../../lib/format.ts'
import { useShop } from '../../../lib/shop.ts'
import { AddressCard } from '../../../shared/addresses/address-form.tsx'
import { CancelOrder } from '../../../shared/orders/cancel-order.tsx'
import { OrderHead } from '../../../shared/orders/order-lines.tsx'
import { LineOptions, OrderSummary } from '../../../shared/orders/order-totals.tsx'
import { giftWords } from '../../../shared/orders/order-words.ts'
import { cx } from '../../../ui/cx.ts'
import { Panel } from '../../../ui/headings.tsx'
import { Spinner } from '../../../ui/layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Time } from '../../../ui/time.tsx'
import { amountLabelOf, type PaymentStep, payStateOf, type usePayPage } from './use-pay-page.ts'

const MOST_SHOWN = 3

/** The promised days, or how many the method takes; '' where the shop says neither. */
function arrivalOf(order: Order, method: DeliveryMethod | undefined): string {
  const promised = promisedDays(order, new Date())
  if (promised) return arrivalText(promised)
  const days = method && daysText(method)
  return days ? `in ${days}` : ''
}

interface PayStepProps extends Omit<ReturnType<typeof usePayPage>, 'isBuyer' | 'order' | 'isJustPaid'> {
  order: Order
}

export function PayStep({ order, gateway, step, start, approve, cancel, handleError }: PayStepProps) {
  const shop = useShop()
  const chosen = deliveryMethodOf(order.adjustments)
  const method = deliveryMethodsFor(shop, order.shippingAddress).find(({ name }) => name === chosen)
  const toPay = {
    country: placeOf(order.shippingAddress).country,
    currency: order.currency,
    cents: toCents(order.amountToPay),
  }
  const { online } = useOnlineWays(toPay)

  return (
    <div className="mx-auto grid w-full max-w-130 grid-cols-[minmax(0,1fr)] gap-7">
      <SmallLines order={order} />
      <PaymentPanel
        order={order}
        gateway={gateway}
        step={step}
        arrival={arrivalOf(order, method)}
        isOffered={online?.length !== 0}
      >
        <PayButtons
          order={order._id}
          toPay={toPay}
          onStart={start}
          onApprove={approve}
          onCancel={cancel}
          onError={handleError}
        />
      </PaymentPanel>
      <div className="grid gap-3 border-line border-t pt-7">
        <OrderHead order={order} id={orderName(order)} />
        {order.expiresAt && (
          <p className="type-table text-ink-2">
            Kept for you until <Time value={order.expiresAt} style="date-time" />. Unpaid by then, it is cancelled.
          </p>
        )}
      </div>
      <OrderSummary order={order} title="Order summary" />
      <Panel title={giftWords(order) ? 'Your address' : 'Shipping address'}>
        <AddressCard address={order.shippingAddress} />
      </Panel>
      {payStateOf(order, step) === 'open' && (
        <section
          aria-label="Cancel this order"
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t pt-6"
        >
          <p className="text-ink-2">
            <span>
              Changed your mind? You can cancel until it is shipped. To pay in a way that is not above, cancel and press
              'Buy again'.
            </span>
            {order.giftCards.length > 0 && <span> Then enter the codes of your gift cards again.</span>}
          </p>
          {/* The page then becomes the order's own, which takes the focus. */}
          <CancelOrder order={order} size={40} onCancelled={() => {}} />
        </section>
      )}
    </div>
  )
}

type Line = Order['products'][number]

function SmallLines({ order: { products, currency } }: { order: Pick<Order, 'products' | 'currency'> }) {
  const others = products.slice(MOST_SHOWN)

  return (
    <section aria-label="Products" className="grid grid-cols-1 gap-3">
      <Lines lines={products.slice(0, MOST_SHOWN)} currency={currency} />
      {others.length > 0 && (
        <details className="grid gap-3">
          <summary className="type-small -my-2 w-fit cursor-pointer py-2 text-ink-2 underline underline-offset-3">
            {`All ${products.length} products`}
          </summary>
          <div className="pt-3">
            <Lines lines={others} currency={currency} />
          </div>
        </details>
      )}
    </section>
  )
}

function Lines({ lines, currency }: { lines: readonly Line[]; currency: string }) {
  return (
    <ul className="grid grid-cols-1 gap-3">
      {lines.map(({ product, variant, options, gifts, quantity, price }) => (
        <li key={variant} className="type-small flex items-center gap-3">
          <Picture picture={product.thumbnail} alt="" sizes="48px" className="w-12! shrink-0 rounded-control" />
          <div className="min-w-0 flex-1">
            <p dir="auto" className="truncate">
              {product.name}
            </p>
            <LineOptions line={{ options, gifts }} />
          </div>
          <p className="shrink-0 text-ink-2 tabular-nums">
            {quantity > 1 && <span>{`${quantity} × `}</span>}
            <span>{priceOrFree(price, currency)}</span>
          </p>
        </li>
      ))}
    </ul>
  )
}

/**
 * The message after an attempt without payment: whether anything was charged, where that is certain, and what to do.
 */
export const endNotes = (provider: string): Partial<Record<PaymentStep, { title: string; text: string }>> => ({
  declined: {
    title: 'Choose another way to pay',
    text: `This payment was declined, and nothing was charged. Try another card or account at ${provider}.`,
  },
  unapproved: {
    title: `${provider} asks you to agree once more`,
    text: 'Nothing was charged. Press the button again, and agree to the amount that it shows; choose another card or account there if it asks again.',
  },
  cancelled: {
    title: `You left ${provider} before paying`,
    text: 'Nothing was charged. Pay whenever you are ready, or cancel the order.',
  },
  // The shop may have left the account at which the buyer pays.
  closed: {
    title: 'This payment was closed before it was finished',
    text: `If you confirmed it at ${provider}, write to the shop before you pay again. If you did not, nothing was charged.`,
  },
  unstarted: {
    title: 'The payment could not start',
    text: 'Nothing was charged. Wait a moment, then try again.',
  },
  broken: {
    title: 'The payment did not go through',
    text: `If you confirmed it at ${provider}, reload this page before you pay again. If you did not, nothing was charged.`,
  },
})

interface PaymentPanelProps extends Pick<PayStepProps, 'order' | 'gateway' | 'step'> {
  /** When it arrives, such as 'in 3 to 5 days'; empty where the shop does not say. */
  arrival: string
  isOffered: boolean
  children: ReactNode
}

/**
 * The amount and, while it is unpaid, the buttons. Messages take the place of the buttons or of the line below them, in
 * boxes of a fixed height, so that nothing moves on small screens.
 */
function PaymentPanel({ order, gateway, step, arrival, isOffered, children }: PaymentPanelProps) {
  const isOpen = payStateOf(order, step) === 'open'
  const note = isOpen ? endNotes(gatewayNames[gateway])[step] : undefined
  const isPaying = isOpen && step === 'paying'

  return (
    <section aria-label="Payment" className="grid gap-5">
      <div>
        <h1 tabIndex={-1} className="type-h2">
          {amountLabelOf(order)}
        </h1>
        <p className="type-h1 mt-1 tabular-nums">
          <span>{priceText(order.amountToPay, order.currency)}</span>{' '}
          <span className="type-small text-ink-2">{order.currency}</span>
        </p>
      </div>
      <div className="min-h-36 max-[22.5rem]:min-h-40">
        <div aria-live="polite">
          {!isOpen && (
            <Notice icon={<Spinner />} title="We are confirming your payment">
              Please do not pay again. If this takes more than a minute, reload this page.
            </Notice>
          )}
        </div>
        {/* The provider's session must live until the payment is reconciled, so its buttons are only hidden. */}
        {(isOpen || step === 'settling') && (
          <div
            hidden={!isOpen}
            aria-busy={isPaying}
            className={cx('grid content-start gap-3 [&[hidden]]:hidden', isPaying && 'opacity-60')}
          >
            {children}
          </div>
        )}
      </div>
      <div aria-live="polite" className="grid content-start max-lg:min-h-25 max-sm:min-h-30 max-[22.5rem]:min-h-40">
        {note && (
          <Notice icon={<Info />} title={note.title}>
            {note.text}
          </Notice>
        )}
        {isPaying && (
          <div role="status">
            <Notice icon={<Spinner />} title={`Continue in the window of ${gatewayNames[gateway]}.`}>
              If you do not see it, press the button again.
            </Notice>
          </div>
        )}
        {isOpen && !note && !isPaying && isOffered && (
          <p className="type-small text-ink-2">
            <span>You pay on the provider's page; we never see your card.</span>{' '}
            <span>{giftWords(order) ? 'We then send it by email.' : 'We then pack your order and email you.'}</span>
            {arrival && <span>{` It arrives ${arrival}.`}</span>}
          </p>
        )}
      </div>
    </section>
  )
}
