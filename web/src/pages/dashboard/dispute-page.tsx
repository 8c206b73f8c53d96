import { staffPaths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { DisputeAnswer } from '../../features/staff/disputes/dispute-answer.tsx'
import { DisputeAnswers } from '../../features/staff/disputes/dispute-answers.tsx'
import { DisputeFacts } from '../../features/staff/disputes/dispute-facts.tsx'
import { DisputeMessages } from '../../features/staff/disputes/dispute-messages.tsx'
import { disputeQuery } from '../../features/staff/disputes/disputes.api.ts'
import { isMissing } from '../../lib/api.ts'
import { BackLink } from '../../ui/buttons/back-link.tsx'
import { Async } from '../../ui/feedback/async.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Section } from './section.tsx'

export function DisputePage() {
  const { disputeId = '' } = useParams()
  const query = useQuery(disputeQuery(disputeId))

  return (
    <Section title="Dispute" isNarrow>
      <BackLink to={staffPaths.disputes}>All disputes</BackLink>
      <Async
        query={query}
        loading={<Skeleton className="h-80 rounded-tile" />}
        errorPrefix="Error: "
        error="Something went wrong, please try reloading the page."
      >
        {dispute =>
          isMissing(dispute) ? (
            <ErrorState message="Error: Dispute not found." />
          ) : (
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
          )
        }
      </Async>
    </Section>
  )
}
