import type { Stats } from '@mela/contract'

/** One tile for each key, whatever the keys are (SPEC §3). */
export function StatTiles({ stats }: { stats: Stats }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] gap-3 lg:gap-4">
      {Object.entries(stats).map(([label, value]) => (
        <div key={label} className="grid content-start gap-1 rounded-tile border border-line bg-surface p-5">
          <dt className="type-small text-ink-2">{label}</dt>
          <dd className="break-words font-semibold text-[1.75rem] leading-tight tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
