import { RATING_STARS } from '@mela/contract'
import { countLabel } from '../../lib/format/format.ts'
import { cx } from '../layout/cx.ts'

const star = 'M12 2l2.9 6.6 7.1.7-5.4 4.7 1.6 7L12 17.3 5.8 21l1.6-7L2 9.3l7.1-.7z'
const leftHalf = 'M12 2v15.3L5.8 21l1.6-7L2 9.3l7.1-.7z'

const positions = Array.from({ length: RATING_STARS }, (_, index) => index)

interface RatingProps {
  average: number
  /** Number of reviews; left out for the stars of a single review. */
  count?: number
  className?: string
}

/** Stars in halves, rounded to the nearest (B101). */
export function Rating({ average, count, className }: RatingProps) {
  const halves = Math.round(average * 2)
  const of = `Rated ${count === undefined ? Number(average.toFixed(1)) : average.toFixed(1)} out of ${RATING_STARS}`

  return (
    <span
      role="img"
      aria-label={count === undefined ? of : `${of} from ${countLabel(count, 'review')}`}
      className={cx('inline-flex items-center gap-2', className)}
    >
      <svg viewBox={`0 0 ${RATING_STARS * 24} 24`} className="h-4 w-20" aria-hidden="true">
        {positions.map(position => (
          <Star key={position} x={position * 24} halves={halves - position * 2} />
        ))}
      </svg>
      {count !== undefined && (
        <span className="type-small text-ink-2 tabular-nums">
          {average.toFixed(1)} ({count})
        </span>
      )}
    </span>
  )
}

function Star({ x, halves }: { x: number; halves: number }) {
  const fill = halves >= 2 ? 'full' : halves === 1 ? 'half' : 'none'

  return (
    <g transform={`translate(${x})`} data-star={fill}>
      <path d={star} className={fill === 'full' ? 'fill-star' : 'fill-ink/14'} />
      {fill === 'half' && <path d={leftHalf} className="fill-star" />}
    </g>
  )
}
