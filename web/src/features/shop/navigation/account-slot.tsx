import { paths } from '@mela/contract'
import { Suspense } from 'react'
import { lazyPart } from '../../../lib/browser/lazy-part.tsx'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { Link } from '../../../lib/link.tsx'
import { buttonClass } from '../../../ui/buttons/button-class.ts'
import { useReturnPath } from './use-return-path.ts'

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
