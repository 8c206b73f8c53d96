import { isIn } from '@mela/contract'
import type { LucideIcon } from 'lucide-react'
import { Link, useLocation } from 'react-router'

interface SidebarLinkProps {
  label: string
  /** Path prefix of the section's pages. */
  section: string
  icon: LucideIcon
  /** Number of new items not seen yet. */
  count?: number | undefined
  counted?: string
}

/** A link of the sidebar, blue while a page of its section is open; the address ends with a slash. */
export function SidebarLink({ label, section, icon: Icon, count = 0, counted = 'new' }: SidebarLinkProps) {
  const { pathname } = useLocation()
  const isActive = isIn(section, pathname)

  return (
    <Link
      to={`${section}/`}
      aria-current={isActive ? 'page' : undefined}
      className="flex min-h-10 items-center gap-3 rounded-control px-3 font-medium text-ink-2 transition-colors hover:bg-ink/6 hover:text-ink aria-[current=page]:bg-info-soft aria-[current=page]:font-semibold aria-[current=page]:text-info pointer-coarse:min-h-11"
    >
      <Icon className="size-4.5" />
      <span>{label}</span>
      {count > 0 && (
        <span className="ml-auto rounded-full bg-info px-2 py-0.5 font-semibold text-surface text-xs tabular-nums">
          <span>{count > 99 ? '99+' : count}</span> <span className="sr-only">{counted}</span>
        </span>
      )}
    </Link>
  )
}
