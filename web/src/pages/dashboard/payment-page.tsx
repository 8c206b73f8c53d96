import { orderName, type ShownPayment, staffPaths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import type { PaymentWithRefunds } from '../../features/staff/payments/can-refund.ts'
import { DisputeNotice } from '../../features/staff/payments/dispute-notice.tsx'
import { PaymentCard } from '../../features/staff/payments/payment-card.tsx'
import { RefundList } from '../../features/staff/payments/refund-list.tsx'
import { staffPaymentQuery } from '../../features/staff/payments/staff-payments.api.ts'
import { isMissing } from '../../lib/api.ts'
import { BackLink } from '../../ui/buttons/back-link.tsx'
import { textLink } from '../../ui/buttons/text-link.ts'
import { Async } from '../../ui/feedback/async.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Section } from './section.tsx'

export function PaymentPage() {
  const { paymentId = '' } = useParams()
  const query = useQuery(staffPaymentQuery(paymentId))

  return (
    <Section title="Payment" isNarrow>
      <BackLink to={staffPaths.payments}>All payments</BackLink>
      <Async
        query={query}
        loading={<Skeleton className="h-80 rounded-tile" />}
        errorPrefix="Error: "
        error="Something went wrong, please try reloading the page."
      >
        {payment =>
          isMissing(payment) || !isStaffs(payment) ? (
            <ErrorState message="Error: Payment not found." />
          ) : (
            <>
              <DisputeNotice payments={[payment]} />
              <Details payment={payment} />
            </>
          )
        }
      </Async>
    </Section>
  )
}

function Details({ payment }: { payment: PaymentWithRefunds }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Card title="Payment">
        <PaymentCard payment={payment} />
      </Card>
      <div className="grid gap-5">
        <Card title="For">
          {payment.order === null ? (
            <p>No order of this shop</p>
          ) : (
            <p>
              <Link
                to={staffPaths.order(payment.order)}
                className={`${textLink} inline-flex min-h-8 items-center pointer-coarse:min-h-11`}
              >
                {`Order ${orderName({ _id: payment.order, number: payment.orderNumber })}`}
              </Link>
            </p>
          )}
          {payment.customer && (
            <p>
              <Link
                dir="auto"
                to={staffPaths.customer(payment.customer._id)}
                className={`${textLink} inline-flex min-h-8 items-center pointer-coarse:min-h-11`}
              >
                {`${payment.customer.name.firstName} ${payment.customer.name.lastName}`}
              </Link>
            </p>
          )}
        </Card>
        <Card title="Refunds">
          <RefundList refunds={payment.refunds} />
        </Card>
      </div>
    </div>
  )
}

/** Whether the answer is that for staff: to the payment's customer the same call answers fewer fields. */
const isStaffs = (payment: ShownPayment): payment is PaymentWithRefunds => payment.refunds !== undefined
