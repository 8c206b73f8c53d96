import { paths } from '@mela/contract'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { Link } from '../../../lib/link.tsx'
import { buttonClass } from '../../../ui/buttons/button-class.ts'
import { AccountMenu } from './account-menu.tsx'
import { DashboardButton } from './dashboard-button.tsx'
import { useReturnPath } from './use-return-path.ts'

/** The avatar menu, or links to log in and register. */
export function AccountSlot({ onLogout }: { onLogout: () => void }) {
  const user = useCurrentUser()
  const here = useReturnPath()
  if (user)
    return (
      <div className="flex items-center gap-2">
        <DashboardButton />
        <AccountMenu user={user} onLogout={onLogout} />
      </div>
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
