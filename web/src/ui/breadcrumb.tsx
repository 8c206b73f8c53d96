import { Fragment } from 'react'
import { Link } from '../lib/link.tsx'
import { cx } from './cx.ts'

interface Crumb {
  label: string
  /** Path of the link; undefined for the page itself. */
  to?: string
}

/** On phones the page itself is left out, because its name is the heading below. */
export function Breadcrumb({ items }: { items: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="type-small text-ink-2">
      <ol className="flex flex-wrap items-center gap-x-1.5 wrap-anywhere">
        {items.map(({ label, to }, index) => (
          <Fragment key={label}>
            {index > 0 && (
              <li aria-hidden="true" className={cx('shrink-0', !to && 'max-md:hidden')}>
                /
              </li>
            )}
            <li className={to ? undefined : 'max-md:sr-only'}>
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
