import { type ProductImport, staffPaths } from '@mela/contract'
import { Link } from 'react-router'
import { Time } from '../../../ui/values/time.tsx'

/** Links to running imports and to reports of finished ones. */
export function RecentImports({ imports }: { imports: readonly ProductImport[] }) {
  if (imports.length === 0) return null
  return (
    <section aria-labelledby="recent-imports" className="grid gap-3">
      <h2 id="recent-imports" className="type-h3">
        Recent imports
      </h2>
      <ul className="rounded-tile border border-line bg-surface">
        {imports.map(({ _id, fileName, createdAt, state, written }) => (
          <li
            key={_id}
            className="flex min-h-15 flex-wrap items-center justify-between gap-x-6 border-line px-5 py-2 not-last:border-b"
          >
            <Link
              to={staffPaths.productImport(_id)}
              className="wrap-anywhere inline-flex min-h-11 items-center font-semibold underline-offset-3 hover:underline"
            >
              {fileName}
            </Link>
            <span className="text-ink-2 tabular-nums">
              <span>{`${written} written${state === 'running' ? ' so far' : ''}, `}</span>
              <Time value={createdAt} style="date-time" />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
