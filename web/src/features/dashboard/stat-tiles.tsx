import type { Stats } from '@mela/contract'
import { humanise } from './humanise.ts'

/** One tile for each key, whatever the keys are (SPEC §3). */
export function StatTiles({ stats }: { stats: Stats }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-3 lg:gap-4">
      {Object.entries(stats).map(([key, value]) => (
        <div key={key} className="grid content-start gap-1 rounded-tile border border-line bg-surface p-5">
          <dt className="font-medium text-ink-2">{humanise(key)}</dt>
          <dd className="break-words font-semibold text-[1.75rem] leading-tight tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
