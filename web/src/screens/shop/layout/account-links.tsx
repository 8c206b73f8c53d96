import { paths } from '@mela/contract'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { toastSuccess } from '../../../ui/toast.tsx'

/** Links of the avatar menu and the slide-in menu for a signed-in user, besides Logout. */
export const accountLinks = [
  { label: 'Profile', to: paths.profile },
  { label: 'My Orders', to: paths.orders },
  { label: 'Help', to: paths.contact },
]

/** Shown to admins only, for convenience: the dashboard itself asks the server for the user. */
export function DashboardButton({ wide, onClick }: { wide?: boolean; onClick?: () => void }) {
  const user = useCurrentUser()
  if (user?.role !== 'admin') return null

  function handleClick() {
    toastSuccess('Welcome to the admin dashboard!')
    onClick?.()
  }

  return (
    <ButtonLink to={paths.dashboard} variant="outline" size={40} wide={wide} onClick={handleClick}>
      Dashboard
    </ButtonLink>
  )
}
