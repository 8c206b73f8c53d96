import { staffPaths } from '@mela/contract'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'

/** Shown for an order that does not exist. */
export function MissingOrder() {
  return (
    <ErrorState message="Error: Order not found.">
      <ButtonLink to={staffPaths.orders} variant="outline" size={40}>
        All orders
      </ButtonLink>
    </ErrorState>
  )
}
