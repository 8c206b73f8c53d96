import { type Dispute, orderName, shortOrderId, staffPaths } from '@mela/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { priceText } from '../../../lib/format/format.ts'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { Time } from '../../../ui/values/time.tsx'
import { DisputeTag } from './dispute-tag.tsx'
import { providerWords, stageWords } from './provider-words.ts'

/** The dispute's facts, and the deadline for an answer. */
export function DisputeFacts({ dispute }: { dispute: Dispute }) {
  const {
    disputeId,
    reason,
    stage,
    amount,
    currency,
    order,
    orderNumber,
    payment,
    transactionId,
    customer,
    respondBy,
    openedAt,
  } = dispute

  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-6 gap-y-2">
      <Fact name="Status">
        <DisputeTag dispute={dispute} />
      </Fact>
      {respondBy && (
        <Fact name="Answer by">
          <strong className="font-semibold text-danger">
            <Time value={respondBy} style="date-time" />
          </strong>
        </Fact>
      )}
      <Fact name="Amount">{priceText(amount, currency)}</Fact>
      <Fact name="Reason">{providerWords(reason)}</Fact>
      <Fact name="Stage">{stageWords(stage)}</Fact>
      {customer && (
        <Fact name="Customer">
          <Link dir="auto" to={staffPaths.customer(customer._id)} className={textLink}>
            {`${customer.name.firstName} ${customer.name.lastName}`}
          </Link>
        </Fact>
      )}
      {order && (
        <Fact name="Order">
          <Link to={staffPaths.order(order)} className={textLink}>
            {orderName({ _id: order, number: orderNumber })}
          </Link>
        </Fact>
      )}
      {payment && (
        <Fact name="Payment">
          <Link to={staffPaths.payment(payment)} className={textLink}>
            {transactionId ?? shortOrderId(payment)}
          </Link>
        </Fact>
      )}
      <Fact name="Opened">
        <Time value={openedAt} style="date-time" />
      </Fact>
      <Fact name="Number">{disputeId}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="wrap-anywhere flex min-h-8 min-w-0 items-center tabular-nums pointer-coarse:min-h-11">
        {children}
      </dd>
    </>
  )
}
