import { NavLink } from 'react-router'
import { PageTitle } from '../../ui/page-title.tsx'

interface SectionHeadProps {
  title: string
  links: { to: string; label: string }[]
}

/** The head of a section of the dashboard: its name and its lists. */
export function SectionHead({ title, links }: SectionHeadProps) {
  return (
    <div className="flex flex-wrap items-end gap-x-8 border-line border-b">
      <div className="py-3">
        <PageTitle title={title} heading={title} />
      </div>
      <nav aria-label={title} className="flex gap-6">
        {links.map(({ to, label }) => (
          <NavLink
            key={to}
            to={to}
            end
            className="type-ui flex min-h-12 items-center border-transparent border-b-2 text-ink-2 hover:text-ink aria-[current=page]:border-ink aria-[current=page]:text-ink"
          >
            {label}
          </NavLink>
        ))}
      </nav>
    </div>
  )
}
