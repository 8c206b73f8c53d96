import { Fragment } from 'react'
import { Link } from '../../lib/link.tsx'
import { cx } from './cx.ts'

interface Crumb {
  label: string
  /** Path of the link; undefined for the page itself. */
  to?: string
}

interface BreadcrumbProps {
  items: readonly Crumb[]
  /** On phones long names are cut, so that the trail takes one line. */
  isOneLine?: boolean
}

export function Breadcrumb({ items, isOneLine }: BreadcrumbProps) {
  return (
    <nav aria-label="Breadcrumb" className="type-small text-ink-2">
      <ol
        className={cx(
          'flex flex-wrap items-center gap-x-1.5 wrap-anywhere',
          isOneLine &&
            'max-md:flex-nowrap max-md:*:min-w-0 max-md:*:first:shrink-0 max-md:*:*:block max-md:*:*:truncate',
        )}
      >
        {items.map(({ label, to }, index) => (
          <Fragment key={label}>
            {index > 0 && (
              <li aria-hidden="true" className="shrink-0">
                /
              </li>
            )}
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
