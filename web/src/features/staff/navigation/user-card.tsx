import { paths } from '@mela/contract'
import { ChevronsUpDown } from 'lucide-react'
import { useId, useRef } from 'react'
import { Link } from 'react-router'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { Avatar } from '../../../ui/values/avatar.tsx'

const itemClass =
  'flex min-h-10 w-full items-center rounded-control px-3 text-left font-medium transition-colors hover:bg-ink/6 pointer-coarse:min-h-11'

/** The signed-in staff member, with a menu that opens above the card. */
export function UserCard({ onLogout }: { onLogout: () => void }) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const user = useCurrentUser()
  if (!user) return null

  const { firstName, lastName } = user.name
  const close = () => menu.current?.hidePopover()

  function handleLogout() {
    close()
    onLogout()
  }

  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className="flex w-full items-center gap-3 rounded-tile border border-line bg-surface p-2.5 text-left transition-colors hover:bg-paper"
      >
        <Avatar firstName={firstName} url={user.avatarUrl} />
        <span className="min-w-0 grow">
          <span dir="auto" className="block truncate font-semibold">{`${firstName} ${lastName}`}</span>
          <span className="type-small block truncate text-ink-2">{user.email}</span>
        </span>
        <ChevronsUpDown className="size-4 text-ink-2" />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="menu-in fixed inset-auto bottom-20 left-3 m-0 w-56 rounded-tile border border-line bg-surface p-2 text-ink shadow-menu backdrop:bg-transparent"
      >
        <Link to={paths.profile} className={itemClass} onClick={close}>
          Profile
        </Link>
        <Link to={paths.contact} className={itemClass} onClick={close}>
          Help
        </Link>
        <button type="button" className={itemClass} onClick={handleLogout}>
          Logout
        </button>
      </div>
    </>
  )
}
