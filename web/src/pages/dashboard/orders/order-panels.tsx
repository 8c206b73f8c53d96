import { addressLines, type StaffOrder, staffPaths } from '@mela/contract'
import { Link } from 'react-router'
import { OrderHistory } from '../../../features/staff/orders/order-history.tsx'
import { OrderItems } from '../../../features/staff/orders/order-items.tsx'
import { OrderNotes } from '../../../features/staff/orders/order-notes.tsx'
import { PostalAddress } from '../../../features/staff/orders/postal-address.tsx'
import { PaymentCard } from '../../../features/staff/payments/payment-card.tsx'
import { countLabel } from '../../../lib/format/format.ts'
import { orderSteps } from '../../../lib/order-steps.ts'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { InvoiceLinks } from '../../../ui/values/invoice-links.tsx'
import { StepList } from '../../../ui/values/step-list.tsx'

/** Lines and history; beside them customer, address and payments. */
export function OrderPanels({ order }: { order: StaffOrder }) {
  const { customer, shippingAddress, payments = [] } = order

  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="grid min-w-0 gap-5">
        <Card title={countLabel(order.products.length, 'product')}>
          <OrderItems order={order} />
        </Card>
        <Card title="Timeline">
          <OrderProgress order={order} />
          <OrderHistory order={order} />
        </Card>
        <Card title="Notes">
          <OrderNotes order={order} />
        </Card>
      </div>
      <div className="grid min-w-0 gap-5">
        {customer && (
          <Card title="Customer">
            <div className="wrap-anywhere">
              <Link
                dir="auto"
                to={staffPaths.customer(customer._id)}
                className={`${textLink} inline-flex min-h-8 items-center pointer-coarse:min-h-11`}
              >
                {`${customer.name.firstName} ${customer.name.lastName}`}
              </Link>
              <a
                href={`mailto:${customer.email}`}
                className="flex min-h-8 items-center text-ink-2 pointer-coarse:min-h-11 underline-offset-3 hover:text-ink hover:underline"
              >
                {customer.email}
              </a>
            </div>
          </Card>
        )}
        <Card
          title="Shipping address"
          action={<CopyButton what="address" text={addressLines(shippingAddress).join('\n')} className="-my-1 -mr-2" />}
        >
          <PostalAddress address={shippingAddress} />
        </Card>
        <Card title={payments.length > 1 ? 'Payments' : 'Payment'}>
          {payments.length === 0 && <p className="text-ink-2">Nothing was paid yet.</p>}
          <div className="grid gap-5 divide-y divide-line *:not-last:pb-5">
            {payments.toReversed().map(payment => (
              <PaymentCard key={payment._id} payment={payment} orderStatus={order.status} />
            ))}
          </div>
          {order.invoices.length > 0 && (
            <div className="mt-5 grid gap-2 border-line border-t pt-5">
              <InvoiceLinks invoices={order.invoices} />
            </div>
          )}
        </Card>
      </div>
    </div>
  )
}

function OrderProgress({ order }: { order: StaffOrder }) {
  const paid = order.payments?.find(({ status }) => status === 'completed')
  return <StepList steps={orderSteps({ ...order, paid: paid && { at: paid.update_time } })} />
}
