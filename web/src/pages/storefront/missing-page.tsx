import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'

interface MissingPageProps {
  /** What was looked for, such as 'Product'. */
  subject: string
  /** The server's sentence. */
  message: string
}

/** Stands where something should be that is not there. */
export function MissingPage({ subject, message }: MissingPageProps) {
  return (
    <div className="shell pt-16">
      <PageTitle title={message.replace(/\.$/, '')} />
      <h1 tabIndex={-1} className="sr-only">
        {subject}
      </h1>
      <ErrorState message={message}>
        <ButtonLink to={paths.home}>Back to home</ButtonLink>
      </ErrorState>
    </div>
  )
}
