import type { Product } from '@mela/contract'
import { countLabel } from '../../../lib/format/format.ts'
import { Rating } from '../../../ui/values/rating.tsx'

/** The average and the distribution of stars. */
export function ReviewSummary({ rating }: { rating: Product['rating'] }) {
  const { average, count, stars } = rating
  if (count === 0) return null

  return (
    <div className="grid gap-1 pt-1">
      <p className="font-serif text-6xl leading-none">{average.toFixed(1)}</p>
      <Rating average={average} className="pt-1" />
      <p className="text-ink-2">{countLabel(count, 'review')}</p>
      <ul className="grid max-w-72 gap-1.5 pt-4">
        {stars
          .map((given, index) => ({ given, star: index + 1 }))
          .reverse()
          .map(({ given, star }) => (
            <StarBar key={star} star={star} given={given} count={count} />
          ))}
      </ul>
    </div>
  )
}

function StarBar({ star, given, count }: { star: number; given: number; count: number }) {
  return (
    <li className="type-small flex items-center gap-3 text-ink-2 tabular-nums">
      <span className="sr-only">{`${countLabel(star, 'star')}: ${countLabel(given, 'review')}`}</span>
      <span aria-hidden="true">{star}</span>
      <span aria-hidden="true" className="h-1.5 grow overflow-hidden rounded-full bg-ink/8">
        <span className="block h-full rounded-full bg-star" style={{ width: `${(given / count) * 100}%` }} />
      </span>
      <span aria-hidden="true" className="w-6 text-right">
        {given}
      </span>
    </li>
  )
}
