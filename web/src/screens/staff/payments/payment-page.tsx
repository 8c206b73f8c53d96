import {
  orderName,
  type RefundablePayment,
  type RefundState,
  type ShownPayment,
  type StaffRefund,
  staffPaths,
} from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { priceText } from '../../../lib/format.ts'
import { subjectQuery } from '../../../lib/query-keys.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { lineLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/headings.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { EventRow, Events, fullName, PersonLink } from '../layout/record-parts.tsx'
import { Section } from '../layout/section.tsx'
import { PaymentCard } from './payment-card.tsx'
import { DisputeNotice } from './payment-flags.tsx'

const words: Record<RefundState, string> = {
  queued: 'Asked for',
  pending: 'On its way',
  completed: 'Done',
  failed: 'Refused',
}

const withoutUser = { staff: 'Staff', automatic: 'The shop', provider: 'The payment provider' }

export function PaymentPage() {
  const { paymentId = '' } = useParams()
  const query = useQuery({ ...subjectQuery('GET /payments/:id', { params: { id: paymentId } }), staleTime: 0 })

  return (
    <Section title="Payment" isNarrow>
      <BackLink to={staffPaths.payments}>All payments</BackLink>
      <Loaded query={query} missing="Error: Payment not found.">
        {payment =>
          isStaffs(payment) && (
            <>
              <DisputeNotice payments={[payment]} />
              <Details payment={payment} />
            </>
          )
        }
      </Loaded>
    </Section>
  )
}

function Details({ payment }: { payment: RefundablePayment }) {
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
              <Link to={staffPaths.order(payment.order)} className={lineLink}>
                {`Order ${orderName({ _id: payment.order, number: payment.orderNumber })}`}
              </Link>
            </p>
          )}
          {payment.customer && (
            <p>
              <PersonLink person={payment.customer} />
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
const isStaffs = (payment: ShownPayment): payment is RefundablePayment => payment.refunds !== undefined

function RefundList({ refunds }: { refunds: readonly StaffRefund[] }) {
  if (refunds.length === 0) return <p className="text-ink-2">Nothing was refunded.</p>

  return (
    <Events>
      {refunds.map(({ _id, amount, currency, state, by, origin, createdAt, failure, reason }) => (
        <EventRow
          key={_id}
          at={createdAt}
          note={[fullName(by, withoutUser[origin]), failure ?? reason].filter(Boolean).join(' · ')}
        >
          <span className="font-medium tabular-nums">{priceText(amount, currency)}</span>{' '}
          <span>{`· ${words[state]}`}</span>
        </EventRow>
      ))}
    </Events>
  )
}
