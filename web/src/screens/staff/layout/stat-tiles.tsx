import { formatCount, REFUND_DUE, type Stats, staffPaths } from '@mela/contract'
import { Link } from 'react-router'
import { humanise } from '../../../lib/staff-format.ts'
import { cx } from '../../../ui/cx.ts'

/** One tile for each key, whatever the keys are. */
export function StatTiles({ stats }: { stats: Stats }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-3 lg:gap-4">
      {Object.entries(stats).map(([key, value]) => (
        <Tile key={key} name={key} value={value} />
      ))}
    </dl>
  )
}

/** Tiles that need action are highlighted and link to their list. */
function Tile({ name, value }: { name: string; value: number | string }) {
  const isDue = name === REFUND_DUE
  const text = typeof value === 'number' ? formatCount(value) : value
  const tone = isDue ? 'border-transparent bg-warn-soft text-warn' : 'border-line bg-surface'

  return (
    <div className={cx('@container relative grid grid-cols-1 content-start gap-1 rounded-tile border p-5', tone)}>
      <dt className={cx('font-medium', !isDue && 'text-ink-2')}>
        {isDue ? (
          <Link to={staffPaths.refundsDue} className="after:absolute after:inset-0 after:rounded-tile hover:underline">
            Refund due
          </Link>
        ) : (
          humanise(name)
        )}
      </dt>
      <dd className="whitespace-nowrap font-semibold leading-tight tabular-nums" style={{ fontSize: sizeOf(text) }}>
        {text}
      </dd>
    </div>
  )
}

/** The usual font size, or a smaller one that fits the whole figure: a truncated amount would read as another one. */
const sizeOf = (text: string) => `min(1.75rem, ${(100 / (text.length * 0.62)).toFixed(1)}cqi)`
