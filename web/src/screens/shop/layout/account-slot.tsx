import { paths } from '@mela/contract'
import { Suspense } from 'react'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { Link } from '../../../lib/link.tsx'
import { useReturnPath } from '../../../shared/session/return-path.ts'
import { buttonClass } from '../../../ui/button.tsx'

const AccountMenu = lazyPart(
  async () => (await import('./account-menu.tsx')).AccountMenu,
  () => <div className="size-11" />,
)

/** The avatar menu, or links to log in and register. */
export function AccountSlot({ onLogout }: { onLogout: () => void }) {
  const user = useCurrentUser()
  const here = useReturnPath()
  if (user)
    return (
      <Suspense fallback={<div className="size-11" />}>
        <AccountMenu user={user} onLogout={onLogout} />
      </Suspense>
    )

  return (
    <div className="flex items-center gap-1">
      <Link to={paths.login(here)} className={buttonClass({ variant: 'ghost', size: 40 })}>
        Login
      </Link>
      <Link to={paths.register(here)} className={buttonClass({ size: 40 })}>
        Register
      </Link>
    </div>
  )
}
