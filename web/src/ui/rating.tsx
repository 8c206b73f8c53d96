import { RATING_STARS } from '@mela/contract'
import type { CSSProperties } from 'react'
import { countLabel } from '../lib/format.ts'
import { cx } from './cx.ts'

interface RatingProps {
  average: number
  /** Number of reviews; left out for the stars of a single review. */
  count?: number
  className?: string
}

/** Stars in halves, rounded to the nearest. */
export function Rating({ average, count, className }: RatingProps) {
  const halves = Math.round(average * 2)
  const of = `Rated ${count === undefined ? Number(average.toFixed(1)) : average.toFixed(1)} out of ${RATING_STARS}`

  return (
    <span
      role="img"
      aria-label={count === undefined ? of : `${of} from ${countLabel(count, 'review')}`}
      className={cx('inline-flex items-center gap-2', className)}
    >
      <i className="stars" style={{ '--halves': halves } as CSSProperties} />
      {count !== undefined && (
        <span className="type-small text-ink-2 tabular-nums">{`${average.toFixed(1)} (${count})`}</span>
      )}
    </span>
  )
}
