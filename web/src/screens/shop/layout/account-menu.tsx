import { paths } from '@mela/contract'
import { useId, useRef } from 'react'
import { type StoredUser, useCurrentUser } from '../../../lib/current-user.ts'
import { Link } from '../../../lib/link.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { toastSuccess } from '../../../ui/toast.tsx'
import { menuItemClass, panelClass } from './categories-menu.tsx'

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

/** The avatar menu of a signed-in user, with a link to the dashboard for staff. */
export function AccountMenu({ user, onLogout }: { user: StoredUser; onLogout: () => void }) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const { firstName, lastName } = user.name

  function handleLogout() {
    panel.current?.hidePopover()
    onLogout()
  }

  return (
    <div className="flex items-center gap-2">
      <DashboardButton />
      <button
        type="button"
        popoverTarget={id}
        aria-label={`Account of ${firstName} ${lastName}`}
        className="grid size-11 place-items-center rounded-full transition-colors hover:bg-ink/6"
      >
        <Avatar firstName={firstName} url={user.avatarUrl} />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className={`${panelClass} right-[max(var(--gutter),calc((100%-1440px)/2))] w-64`}
      >
        <div className="flex items-center gap-3 border-line border-b px-3 pt-2 pb-3">
          <Avatar firstName={firstName} url={user.avatarUrl} size={40} />
          <div className="min-w-0">
            <p dir="auto" className="type-ui truncate font-semibold!">{`${firstName} ${lastName}`}</p>
            <p className="type-small truncate text-ink-2">{user.email}</p>
          </div>
        </div>
        <ul className="pt-1.5">
          {accountLinks.map(({ label, to }) => (
            <li key={label}>
              <Link to={to} className={menuItemClass} onClick={() => panel.current?.hidePopover()}>
                {label}
              </Link>
            </li>
          ))}
          <li>
            <button type="button" className={menuItemClass} onClick={handleLogout}>
              Logout
            </button>
          </li>
        </ul>
      </div>
    </div>
  )
}
