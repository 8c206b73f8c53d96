import { Fragment } from 'react'
import { Link } from '../../lib/link.tsx'

export interface Crumb {
  label: string
  /** Path of the link; undefined for the page itself. */
  to?: string
}

export function Breadcrumb({ items }: { items: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="type-small text-ink-2">
      <ol className="flex flex-wrap items-center gap-x-1.5 wrap-anywhere">
        {items.map(({ label, to }, index) => (
          <Fragment key={label}>
            {index > 0 && <li aria-hidden="true">/</li>}
            <li>
              {to ? (
                <Link dir="auto" to={to} className="inline-block py-1 underline-offset-3 hover:underline">
                  {label}
                </Link>
              ) : (
                <span dir="auto" aria-current="page" className="text-ink">
                  {label}
                </span>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}
