import { paths } from '@mela/contract'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { PageTitle } from '../../../ui/layout/page-title.tsx'

/** Shown in place of an order that could not be loaded. It does not say whether it belongs to another customer. */
export function OrderUnavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <PageTitle title="Order" heading="Order" />
      <ErrorState message="Something went wrong, please try again later..." onRetry={onRetry}>
        <ButtonLink to={paths.orders} variant="outline" size={40}>
          Your orders
        </ButtonLink>
      </ErrorState>
    </>
  )
}
