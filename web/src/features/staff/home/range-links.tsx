import { REPORT_DAYS } from '@mela/contract'
import { Link } from 'react-router'

/** Links that choose the range of the figures in days, which is a part of the address. */
export function RangeLinks({ days }: { days: number }) {
  return (
    <nav aria-label="Range" className="flex rounded-control border border-line bg-surface p-0.5">
      {REPORT_DAYS.map(choice => (
        <Link
          key={choice}
          to={`?days=${choice}`}
          replace
          preventScrollReset
          aria-current={choice === days ? 'true' : undefined}
          className="type-small grid min-h-8 place-items-center rounded-[7px] px-3 font-medium text-ink-2 tabular-nums transition-colors hover:text-ink aria-[current=true]:bg-ink/8 aria-[current=true]:text-ink pointer-coarse:min-h-11"
        >
          <span>
            <span>{choice}</span> <span className="max-sm:sr-only">days</span>
          </span>
        </Link>
      ))}
    </nav>
  )
}
