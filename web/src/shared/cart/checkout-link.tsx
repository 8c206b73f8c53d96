import { paths } from '@mela/contract'
import { onTheWay } from '../../lib/arrival.ts'
import { mayBeSignedIn, useCurrentUser } from '../../lib/current-user.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'

/** Leads to the checkout; a visitor is sent to the login, which leads back. */
export function CheckoutLink({ isReady, className }: { isReady: boolean; className?: string }) {
  const isVisitor = useCurrentUser() === null && !mayBeSignedIn()
  if (isReady)
    return (
      <ButtonLink
        to={isVisitor ? paths.login(paths.shipping) : paths.shipping}
        state={onTheWay}
        variant="primary"
        className={className}
      >
        Checkout
      </ButtonLink>
    )

  return (
    <div className={cx('grid gap-2', className)}>
      <Button variant="primary" disabled>
        Checkout
      </Button>
      <p className="type-small text-warn">Please look at the marked items first.</p>
    </div>
  )
}
