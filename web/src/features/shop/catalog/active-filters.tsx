import { READ_KINDS } from '@mela/contract'
import { X } from 'lucide-react'
import { Link } from '../../../lib/link.tsx'
import type { ActiveFilter } from './filters.ts'
import { filtersUrl, type ProductScope } from './list-address.ts'

const linkClass = 'type-ui inline-flex h-9 items-center gap-1.5 pointer-coarse:h-11'

/** The active filters, each with a link that removes it. */
export function ActiveFilters({ scope, filters }: { scope: ProductScope; filters: readonly ActiveFilter[] }) {
  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-2">
      {filters.map(({ label, off }) => (
        <li key={label} className="max-w-full">
          <Link
            to={filtersUrl(scope, off)}
            aria-label={`Remove filter ${label}`}
            className={`${linkClass} max-w-full rounded-full bg-ink/6 pr-2.5 pl-3.5 transition-colors hover:bg-ink/10`}
          >
            <span dir="auto" className="truncate">
              {label}
            </span>
            <X className="size-4! text-ink-2" />
          </Link>
        </li>
      ))}
      <li>
        <Link to={clearedUrl(scope, filters)} className={`${linkClass} px-2 underline-offset-3 hover:underline`}>
          Clear all
        </Link>
      </li>
    </ul>
  )
}

/** All kinds that are read from a keyword. */
const NOTHING_READ = READ_KINDS.join(',')

export const clearedUrl = (scope: ProductScope, filters: readonly ActiveFilter[]) =>
  filtersUrl(
    scope,
    Object.fromEntries(
      filters.flatMap(({ off }) => Object.keys(off).map(key => [key, key === 'plain' ? NOTHING_READ : ''])),
    ),
  )
