import { useQuery } from '@tanstack/react-query'
import { BestSellersCard } from '../../../features/dashboard/best-sellers-card.tsx'
import { lowStockQuery, reportQuery } from '../../../features/dashboard/dashboard.api.ts'
import { LowStockCard } from '../../../features/dashboard/low-stock-card.tsx'
import { RangeLinks } from '../../../features/dashboard/range-links.tsx'
import { RevenueCard } from '../../../features/dashboard/revenue-card.tsx'
import { StatusCard } from '../../../features/dashboard/status-card.tsx'
import { Async } from '../../../ui/async.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

const FAILED = 'Something went wrong please try reloading the page...'

/** What sold in the chosen days, what became of it, and what will soon be missing. */
export function Figures({ days }: { days: number }) {
  const report = useQuery(reportQuery(days))

  return (
    <section aria-labelledby="figures" className="grid gap-3 lg:gap-4">
      <div className="flex items-center justify-between gap-3">
        <h2 id="figures" className="font-semibold text-base">
          Figures
        </h2>
        <RangeLinks days={days} />
      </div>
      <Async query={report} loading={<CardSkeletons />} errorPrefix="Error: " error={FAILED}>
        {({ sales, statuses }) => (
          <div className="grid gap-3 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-4">
            <RevenueCard sales={sales} />
            <StatusCard statuses={statuses} days={sales.length} />
          </div>
        )}
      </Async>
      <div className="grid gap-3 lg:grid-cols-2 lg:gap-4">
        {report.data && <BestSellersCard bestSellers={report.data.bestSellers} />}
        <Async
          query={useQuery(lowStockQuery())}
          loading={<Skeleton className="h-60 rounded-tile" />}
          errorPrefix="Error: "
          error={FAILED}
        >
          {lowStock => <LowStockCard lowStock={lowStock} />}
        </Async>
      </div>
    </section>
  )
}

function CardSkeletons() {
  return (
    <div className="grid gap-3 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-4">
      <Skeleton className="h-90 rounded-tile" />
      <Skeleton className="h-90 rounded-tile" />
    </div>
  )
}
