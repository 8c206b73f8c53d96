import { type Funnel, formatCount, type VisitStep, visitSteps } from '@mela/contract'
import { dayText } from '../../../lib/days.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Card } from '../../../ui/headings.tsx'

const LABELS: Record<VisitStep, string> = {
  visit: 'Visits',
  product: 'Saw a product',
  cart: 'Filled a cart',
  checkout: 'Began the checkout',
  placed: 'Ordered',
}

const percentText = (part: number, whole: number) => {
  const percent = (100 * part) / whole
  return `${percent < 10 ? percent.toFixed(1).replace('.0', '') : Math.round(percent)}%`
}

const stepColumns: Column<Funnel['total']>[] = visitSteps.map(step => ({
  head: LABELS[step],
  align: 'right',
  isNamedInCard: true,
  cell: counts => formatCount(counts[step]),
}))

/** How far the visits of these days came, as bars with rates, by source and by day. */
export function FunnelCard({ funnel: { total, days, sources, orders } }: { funnel: Funnel }) {
  return (
    <Card
      title={`Visits, last ${days.length} days`}
      heading="h3"
      action={<span className="type-small text-ink-2">Counted without cookies</span>}
    >
      {total.visit === 0 ? <p className="text-ink-2">No visit was counted in these days.</p> : <Bars total={total} />}
      <p className="type-small text-ink-2">
        {`Browsers that ask not to be tracked are left out, and so are you. All orders of these days: ${formatCount(orders)}.`}
      </p>
      {sources.length > 0 && (
        <DataTable
          caption="Visits by source"
          rows={sources}
          keyOf={({ source }) => source}
          columns={[{ head: 'Source', cell: ({ source }) => <SourceName source={source} /> }, ...stepColumns]}
        />
      )}
      <details>
        <summary className="type-small inline-flex min-h-8 items-center font-medium text-ink-2 hover:text-ink pointer-coarse:min-h-11">
          Show by day
        </summary>
        <div className="mt-2">
          <DataTable
            caption="Visits by day, newest first"
            rows={days.toReversed()}
            keyOf={({ day }) => day}
            columns={[{ head: 'Day', cell: ({ day }) => dayText(day) }, ...stepColumns]}
          />
        </div>
      </details>
    </Card>
  )
}

const SourceName = ({ source }: { source: string }) => (
  <span className="wrap-anywhere">{source || 'Direct or unknown'}</span>
)

function Bars({ total }: { total: Funnel['total'] }) {
  const most = Math.max(...visitSteps.map(step => total[step]))
  return (
    <ol className="grid gap-2.5">
      {visitSteps.map((step, index) => {
        const before = visitSteps[index - 1]
        return (
          <li key={step} className="grid gap-1">
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span>{LABELS[step]}</span>
              <span className="tabular-nums">
                <b className="font-semibold">{formatCount(total[step])}</b>
                {before && total[before] > 0 && (
                  <span className="type-small ml-2 text-ink-2">{`${percentText(total[step], total[before])} of the step before`}</span>
                )}
              </span>
            </span>
            <span aria-hidden="true" className="block h-2.5 rounded-full bg-ink/6">
              <span
                className="block h-full rounded-full bg-brand"
                style={{ width: `${(100 * total[step]) / most}%` }}
              />
            </span>
          </li>
        )
      })}
    </ol>
  )
}
