import { paths } from '@mela/contract'
import { useLocation } from 'react-router'
import { untilKnown, useHydrated } from '../../../lib/browser/hydrated.ts'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { Link } from '../../../lib/link.tsx'
import { cx } from '../../../ui/layout/cx.ts'

/** For visitors; the login redirects back here. */
export function LoginToReview() {
  const isHydrated = useHydrated()
  const user = useCurrentUser()
  const { pathname } = useLocation()
  if (user) return null

  return (
    <p className={cx('text-ink-2', untilKnown(isHydrated))}>
      Please{' '}
      <Link to={paths.login(pathname)} className="text-ink underline underline-offset-3">
        login
      </Link>{' '}
      <span>to submit a review.</span>
    </p>
  )
}
