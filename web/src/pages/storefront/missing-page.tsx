import { paths } from '@mela/contract'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'

interface MissingPageProps {
  /** The missing thing, such as 'Product'. */
  subject: string
  message: string
}

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
