import { Menu, Search } from 'lucide-react'
import { type ReactNode, use } from 'react'
import { Link, useLocation } from 'react-router'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { cx } from '../../ui/layout/cx.ts'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { DashboardMenu } from './dashboard-menu.ts'

interface SectionProps {
  title: string
  /** The section's lists. */
  links?: { to: string; label: string }[]
  /** The most frequent action, a `SectionAction`. */
  action?: ReactNode
  /** Whether the content is narrow, for texts and forms. */
  isNarrow?: boolean
  children: ReactNode
}

/** A screen of the dashboard: a sticky header with the section's name, lists and action, and the content. */
export function Section({ title, links = [], action, isNarrow, children }: SectionProps) {
  const { openMenu, openPalette } = use(DashboardMenu)

  return (
    <div className="min-w-0">
      <PageTitle title={title} />
      <header className="sticky top-0 z-header flex min-h-16 flex-wrap items-center gap-x-2 border-line border-b bg-paper lg:gap-x-7 px-4 md:px-8 print:hidden">
        <div className="flex h-16 min-w-0 grow items-center gap-x-2 max-lg:basis-0 lg:grow-0">
          <IconButton label="Open menu" className="-ml-3 lg:hidden" onClick={openMenu}>
            <Menu />
          </IconButton>
          <h1 tabIndex={-1} className="truncate font-semibold text-xl outline-none">
            {title}
          </h1>
        </div>
        <IconButton label="Search" tipEnd className="max-lg:order-1 lg:hidden" onClick={openPalette}>
          <Search />
        </IconButton>
        {links.length > 0 && <SectionLinks title={title} links={links} />}
        {action && <div className="ml-auto flex items-center gap-2 max-lg:order-2">{action}</div>}
      </header>
      <main
        id="content"
        tabIndex={-1}
        className={cx('grid content-start gap-5 px-4 py-6 outline-none md:px-8 md:py-8', isNarrow && 'max-w-300')}
      >
        {children}
      </main>
    </div>
  )
}

function SectionLinks({ title, links }: { title: string; links: { to: string; label: string }[] }) {
  const { pathname } = useLocation()
  // Links of the sidebar end with a slash.
  const present = pathname.replace(/\/$/, '')

  return (
    <nav
      aria-label={`${title} sections`}
      className="flex gap-6 overflow-x-auto overflow-y-hidden max-lg:order-3 max-lg:basis-full"
    >
      {links.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          aria-current={present === to ? 'page' : undefined}
          className="-mb-px flex min-h-11 items-center whitespace-nowrap border-transparent border-b-2 font-medium text-ink-2 hover:text-ink aria-[current=page]:border-ink aria-[current=page]:text-ink lg:min-h-16"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
