import {
  CLAIM_ACCEPTED,
  type Dispute,
  type DisputeDetails,
  isOpenDispute,
  orderName,
  shortOrderId,
  staffPaths,
} from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useParams } from 'react-router'
import { call, orMissing } from '../../../lib/api.ts'
import { priceText } from '../../../lib/format.ts'
import { ErrorState } from '../../../ui/async.tsx'
import { BackLink } from '../../../ui/back-link.tsx'
import { Button, textLink } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Card } from '../../../ui/headings.tsx'
import { Skeleton } from '../../../ui/notice.tsx'
import { Time } from '../../../ui/time.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { PersonLink } from '../layout/person.tsx'
import { Section } from '../layout/section.tsx'
import { DisputeTag } from '../payments/payment-flags.tsx'
import { providerWords, useDisputeCalls } from './disputes.api.ts'
import { DisputeAnswers, EvidenceForm } from './evidence.tsx'

export function DisputePage() {
  const { disputeId = '' } = useParams()
  const query = useQuery({
    queryKey: ['disputes', disputeId],
    queryFn: () => orMissing(call('GET /disputes/:id', { params: { id: disputeId } })),
    staleTime: 0,
  })

  return (
    <Section title="Dispute" isNarrow>
      <BackLink to={staffPaths.disputes}>All disputes</BackLink>
      <Loaded
        query={query}
        loading={<Skeleton className="h-80 rounded-tile" />}
        missing={<ErrorState message="Error: Dispute not found." />}
      >
        {dispute => (
          <div className="grid items-start gap-5 lg:grid-cols-2">
            <Card title="Dispute">
              <DisputeFacts dispute={dispute} />
            </Card>
            <div className="grid gap-5">
              <Card title="Your answer">
                <DisputeAnswer dispute={dispute} />
              </Card>
              {dispute.answers.length > 0 && (
                <Card title="What was sent">
                  <DisputeAnswers dispute={dispute} />
                </Card>
              )}
              <Card title="Messages">
                <DisputeMessages messages={dispute.messages} />
              </Card>
            </div>
          </div>
        )}
      </Loaded>
    </Section>
  )
}

function DisputeMessages({ messages }: { messages: DisputeDetails['messages'] }) {
  if (messages.length === 0) return <p className="text-ink-2">Nothing was said.</p>

  return (
    <ul className="grid gap-3">
      {messages.map(({ by, at, text }) => (
        <li key={at + text} className="rounded-control bg-paper px-4 py-3">
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {text}
          </p>
          <p className="type-small mt-1 text-ink-2">
            <span>{`${providerWords(by)} · `}</span>
            <Time value={at} style="date-time" />
          </p>
        </li>
      ))}
    </ul>
  )
}

/** Sends proof of shipment or accepts the claim; shows only what the provider allows now. */
function DisputeAnswer({ dispute }: { dispute: DisputeDetails }) {
  const [isAccepting, setIsAccepting] = useState(false)
  const { accept } = useDisputeCalls(dispute._id)
  const { actions, amount, currency, state } = dispute
  if (actions.length === 0) {
    return (
      <p className="text-ink-2">
        {isOpenDispute(state) ? 'The payment provider asks nothing of the shop right now.' : 'It is closed.'}
      </p>
    )
  }

  return (
    <>
      {actions.includes('provide-evidence') && <EvidenceForm disputeId={dispute._id} />}
      {actions.includes('accept-claim') && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t pt-4">
          <p className="text-ink-2">Is the buyer right?</p>
          <Button variant="outline" onClick={() => setIsAccepting(true)}>
            Accept claim
          </Button>
        </div>
      )}
      {isAccepting && (
        <ConfirmDialog
          title="Accept this claim?"
          action={`Give back ${priceText(amount, currency)}`}
          perform={accept}
          onClose={() => setIsAccepting(false)}
        >
          <p className="text-ink-2">
            PayPal returns <span>{priceText(amount, currency)}</span> to the buyer, tells them “{CLAIM_ACCEPTED}” and
            closes the dispute. This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function DisputeFacts({ dispute }: { dispute: Dispute }) {
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
          <PersonLink person={customer} />
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

/** The stage CHARGEBACK is a claim, which the seller answers at the provider; no bank has taken anything back. */
const stageWords = (stage: string): string => (stage === 'CHARGEBACK' ? 'Claim' : providerWords(stage))
