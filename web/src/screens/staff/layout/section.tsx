import { type LucideIcon, Menu, Search } from 'lucide-react'
import { createContext, type ReactNode, use } from 'react'
import { Link } from 'react-router'
import { useListParams } from '../../../lib/list-params.ts'
import { Button, ButtonLink, IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { PageTitle } from '../../../ui/headings.tsx'

interface SectionLink {
  to: string
  label: string
}

interface SectionProps {
  title: string
  links?: readonly SectionLink[]
  /** The most frequent action, a `SectionAction`. */
  action?: ReactNode
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

function SectionLinks({ title, links }: { title: string; links: readonly SectionLink[] }) {
  const { path } = useListParams()

  return (
    <nav
      aria-label={`${title} sections`}
      className="flex gap-6 overflow-x-auto overflow-y-hidden max-lg:order-3 max-lg:basis-full"
    >
      {links.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          aria-current={path === to ? 'page' : undefined}
          className="-mb-px flex min-h-11 items-center whitespace-nowrap border-transparent border-b-2 font-medium text-ink-2 hover:text-ink aria-[current=page]:border-ink aria-[current=page]:text-ink lg:min-h-16"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

/** The list of a section that the address names. */
export function useList<List extends { to: string }>(lists: readonly List[] & { 0: List }): List {
  const { path } = useListParams()
  return lists.find(({ to }) => to === path) ?? lists[0]
}

interface SectionActionProps {
  label: string
  icon: LucideIcon
  /** A page of the dashboard. */
  to?: string
  /** A page of the shop or of another site, in a new tab. */
  href?: string
  onClick?: () => void
  /** Less prominent, for an action beside a more frequent one. */
  isQuiet?: boolean
}

/** A link or button with icon and label; on small screens with the icon alone. */
export function SectionAction({ label, icon: Icon, to, href, onClick, isQuiet }: SectionActionProps) {
  const variant = isQuiet ? 'outline' : 'default'
  const className = 'max-sm:w-11 max-sm:px-0!'
  const content = (
    <>
      <Icon className="size-4.5" />
      <span className="max-sm:sr-only">{label}</span>
    </>
  )
  if (onClick) {
    return (
      <Button variant={variant} size={40} className={className} onClick={onClick}>
        {content}
      </Button>
    )
  }
  const newTab = href && { target: '_blank', rel: 'noopener' }
  return (
    <ButtonLink to={to ?? href ?? ''} variant={variant} size={40} className={className} {...newTab}>
      {content}
    </ButtonLink>
  )
}

/** Menu button of a section's header on small screens, where the sidebar is hidden. */
export const DashboardMenu = createContext({ openMenu: () => {}, openPalette: () => {} })
