import { type Order, orderName, paths } from '@mela/contract'
import { OrderHead } from '../../../features/shop/orders/order-head.tsx'
import { OrderLines } from '../../../features/shop/orders/order-lines.tsx'
import { OrderMoney } from '../../../features/shop/orders/order-money.tsx'
import { amountLabelOf } from '../../../features/shop/payments/pay-state.ts'
import { Link } from '../../../lib/link.tsx'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { PageTitle } from '../../../ui/layout/page-title.tsx'
import { orderLineOf } from '../checkout/order-line.ts'

interface ThankYouProps {
  order: Order
  name: string
}

/** The order's page right after its payment. */
export function ThankYou({ order, name }: ThankYouProps) {
  return (
    <div className="mx-auto grid max-w-180 grid-cols-[minmax(0,1fr)] gap-8">
      <div className="grid gap-4">
        <PageTitle
          title="Thank you"
          heading={
            <span className="wrap-anywhere">
              Thank you, <bdi>{name}</bdi>
            </span>
          }
        />
        <p className="max-w-[65ch] text-ink-2">
          Your order is paid and we are packing it now. You get an email as soon as it is on its way, and can cancel it
          on{' '}
          <Link to={paths.pay(order._id)} reloadDocument className="underline underline-offset-3">
            its page
          </Link>{' '}
          <span>until then.</span>
        </p>
      </div>
      <section aria-label="Your order" className="grid gap-5 rounded-tile border border-line bg-surface p-5 sm:p-7">
        <OrderHead order={order} id={orderName(order)} />
        <OrderLines lines={order.products.map(orderLineOf)} currency={order.currency} />
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
    </div>
  )
}
