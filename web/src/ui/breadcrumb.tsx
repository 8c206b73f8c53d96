import { Fragment } from 'react'
import { Link } from '../lib/link.tsx'
import { cx } from './cx.ts'

interface Crumb {
  label: string
  /** Path of the link; undefined for the page itself. */
  to?: string
}

interface BreadcrumbProps {
  items: readonly Crumb[]
  /** On phones the page itself is left out, because its name is the heading below. */
  isShort?: boolean
}

export function Breadcrumb({ items, isShort }: BreadcrumbProps) {
  return (
    <nav aria-label="Breadcrumb" className="type-small text-ink-2">
      <ol className="flex flex-wrap items-center gap-x-1.5 wrap-anywhere">
        {items.map(({ label, to }, index) => (
          <Fragment key={label}>
            {index > 0 && (
              <li aria-hidden="true" className={cx('shrink-0', isShort && !to && 'max-md:hidden')}>
                /
              </li>
            )}
            <li className={isShort && !to ? 'max-md:sr-only' : undefined}>
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
