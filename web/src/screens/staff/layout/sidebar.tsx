import { isIn, paths, staffPaths } from '@mela/contract'
import { ChevronsUpDown } from 'lucide-react'
import { useId, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import type { Elements } from '../../../ui/cx.ts'
import { HomeLink } from '../../../ui/wordmark.tsx'
import { screens } from '../dashboard-screens.ts'
import { fullName } from './record-parts.tsx'

const itemClass =
  'flex min-h-10 w-full items-center rounded-control px-3 text-left font-medium transition-colors hover:bg-ink/6 pointer-coarse:min-h-11'

const items = screens.filter(({ icon }) => icon)

interface SidebarProps {
  /** Number of new items by the section's path. */
  counts: Record<string, number>
  /** Shown under the wordmark, such as a search. */
  children?: Elements
  onLogout: () => void
}

/** The dashboard's eight sections, further links, and the signed-in member of staff. */
export function Sidebar({ counts, children, onLogout }: SidebarProps) {
  return (
    <div className="flex min-h-full flex-col gap-4">
      <HomeLink className="min-h-11 self-start px-3" />
      {children}
      <nav aria-label="Dashboard" className="grid gap-0.5">
        {items.slice(0, 8).map(item => (
          <SidebarLink key={item.to} item={item} count={counts[item.to] ?? 0} />
        ))}
      </nav>
      <nav aria-label="More" className="grid gap-0.5 border-line border-t pt-4">
        {items.slice(8).map(item => (
          <SidebarLink key={item.to} item={item} count={counts[item.to] ?? 0} />
        ))}
      </nav>
      <div className="sticky bottom-0 mt-auto bg-surface pt-2 pb-3">
        <UserCard onLogout={onLogout} />
      </div>
    </div>
  )
}

/** A link of the sidebar, blue while a page of its section is open; the address ends with a slash. */
function SidebarLink({ item, count }: { item: (typeof items)[number]; count: number }) {
  const { label, to, icon: Icon } = item
  const { pathname } = useLocation()
  const isActive = isIn(to, pathname)

  return (
    <Link
      to={`${to}/`}
      aria-current={isActive ? 'page' : undefined}
      className="flex min-h-10 items-center gap-3 rounded-control px-3 font-medium text-ink-2 transition-colors hover:bg-ink/6 hover:text-ink aria-[current=page]:bg-info-soft aria-[current=page]:font-semibold aria-[current=page]:text-info pointer-coarse:min-h-11"
    >
      {Icon && <Icon className="size-4.5" />}
      <span>{label}</span>
      {count > 0 && (
        <span className="ml-auto rounded-full bg-info px-2 py-0.5 font-semibold text-surface text-xs tabular-nums">
          <span>{count > 99 ? '99+' : count}</span>{' '}
          <span className="sr-only">{to === staffPaths.reviews ? 'waiting' : 'new'}</span>
        </span>
      )}
    </Link>
  )
}

function UserCard({ onLogout }: { onLogout: () => void }) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const user = useCurrentUser()
  if (!user) return null

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
        <Avatar firstName={user.name.firstName} url={user.avatarUrl} />
        <span className="min-w-0 grow">
          <span dir="auto" className="block truncate font-semibold">
            {fullName(user)}
          </span>
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
