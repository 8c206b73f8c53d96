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
import { Link, useParams } from 'react-router'
import { call } from '../../../lib/api.ts'
import { priceText } from '../../../lib/format.ts'
import { subjectQuery, useRefreshAfter } from '../../../lib/query-keys.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { lineLink } from '../../../ui/button.tsx'
import { ConfirmButton } from '../../../ui/confirm-dialog.tsx'
import { Card } from '../../../ui/headings.tsx'
import { Time } from '../../../ui/time.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { Facts, PersonLink, Said } from '../layout/record-parts.tsx'
import { Section } from '../layout/section.tsx'
import { DisputeTag } from '../payments/payment-flags.tsx'
import { providerWords } from '../payments/payments.api.ts'
import { DisputeAnswers, EvidenceForm, OF_DISPUTES } from './evidence.tsx'

export function DisputePage() {
  const { disputeId = '' } = useParams()
  const query = useQuery({ ...subjectQuery('GET /disputes/:id', { params: { id: disputeId } }), staleTime: 0 })

  return (
    <Section title="Dispute" isNarrow>
      <BackLink to={staffPaths.disputes}>All disputes</BackLink>
      <Loaded query={query} missing="Error: Dispute not found.">
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
        <Said key={at + text} text={text} by={providerWords(by)} at={at} />
      ))}
    </ul>
  )
}

/** Sends proof of shipment or accepts the claim; shows only what the provider allows now. */
function DisputeAnswer({ dispute }: { dispute: DisputeDetails }) {
  const after = useRefreshAfter(...OF_DISPUTES)
  const params = { id: dispute._id }
  const { actions, amount, currency, provider, state } = dispute
  // It waits for the shop, but the provider does not answer or does not know the shop's present account.
  if (actions.length === 0 && state === 'needs_response')
    return <p className="text-warn">{`It cannot be answered here now. Answer it at ${provider}, in time.`}</p>
  if (actions.length === 0) {
    return (
      <p className="text-ink-2">
        {isOpenDispute(state) ? 'The payment provider asks nothing of the shop right now.' : 'It is closed.'}
      </p>
    )
  }

  return (
    <>
      {actions.includes('provide-evidence') && <EvidenceForm dispute={dispute} />}
      {actions.includes('accept-claim') && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t pt-4">
          <p className="text-ink-2">Is the buyer right?</p>
          <ConfirmButton
            label="Accept claim"
            title="Accept this claim?"
            action={`Give back ${priceText(amount, currency)}`}
            perform={() => after(call('POST /disputes/:id/accept', { params, body: { note: CLAIM_ACCEPTED } }))}
          >
            <p className="text-ink-2">
              <span>{provider}</span> returns <span>{priceText(amount, currency)}</span> to the buyer and closes the
              dispute. This cannot be undone.
            </p>
          </ConfirmButton>
        </div>
      )}
    </>
  )
}

function DisputeFacts({ dispute }: { dispute: Dispute }) {
  const { order, payment, customer, respondBy } = dispute
  const facts = {
    Status: <DisputeTag dispute={dispute} />,
    'Answer by': respondBy && (
      <strong className="font-semibold text-danger">
        <Time value={respondBy} style="date-time" />
      </strong>
    ),
    Amount: priceText(dispute.amount, dispute.currency),
    Reason: providerWords(dispute.reason),
    Stage: stageWords(dispute.stage),
    Customer: customer && <PersonLink person={customer} />,
    Order: order && (
      <Link to={staffPaths.order(order)} className={lineLink}>
        {orderName({ _id: order, number: dispute.orderNumber })}
      </Link>
    ),
    Payment: payment && (
      <Link to={staffPaths.payment(payment)} className={lineLink}>
        {dispute.transactionId ?? shortOrderId(payment)}
      </Link>
    ),
    Opened: <Time value={dispute.openedAt} style="date-time" />,
    Number: dispute.disputeId,
  }
  return <Facts facts={facts} className="*:min-h-8 *:content-center" />
}

/** The stage CHARGEBACK is a claim, which the seller answers at the provider; no bank has taken anything back. */
const stageWords = (stage: string): string => (stage === 'CHARGEBACK' ? 'Claim' : providerWords(stage))
