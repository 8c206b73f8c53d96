import { paths } from '@mela/contract'
import { onTheWay } from '../../../lib/browser/on-the-way.ts'
import { mayBeSignedIn, useCurrentUser } from '../../../lib/current-user.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { cx } from '../../../ui/layout/cx.ts'

interface CheckoutButtonProps {
  /** Disabled while a line cannot be ordered. */
  isReady: boolean
  className?: string
}

export function CheckoutButton({ isReady, className }: CheckoutButtonProps) {
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
