const RADIUS = 20
const LENGTH = 2 * Math.PI * RADIUS

/** The number of finished steps, with a ring that shows their share of all steps. */
export function ProgressRing({ done, total }: { done: number; total: number }) {
  return (
    <svg viewBox="0 0 48 48" className="size-14 shrink-0" role="img" aria-label={`${done} of ${total} done`}>
      <g fill="none" strokeWidth="5" strokeLinecap="round">
        <circle cx="24" cy="24" r={RADIUS} className="stroke-line" />
        {done > 0 && (
          <circle
            cx="24"
            cy="24"
            r={RADIUS}
            className="stroke-success"
            strokeDasharray={`${(LENGTH * done) / total} ${LENGTH}`}
            transform="rotate(-90 24 24)"
          />
        )}
      </g>
      <text x="24" y="24" textAnchor="middle" dominantBaseline="central" className="fill-ink font-semibold text-sm">
        {`${done}/${total}`}
      </text>
    </svg>
  )
}
