import type { LowStock, Report } from '@mela/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { BestSellersCard } from '../../features/staff/home/best-sellers-card.tsx'
import { LowStockCard } from '../../features/staff/home/low-stock-card.tsx'
import { RangeLinks } from '../../features/staff/home/range-links.tsx'
import { RevenueCard } from '../../features/staff/home/revenue-card.tsx'
import { StatusCard } from '../../features/staff/home/status-card.tsx'
import { Async } from '../../ui/feedback/async.tsx'

const FAILED = 'Something went wrong please try reloading the page...'

interface FiguresProps {
  days: number
  report: UseQueryResult<Report>
  lowStock: UseQueryResult<LowStock>
}

/** Sales, order statuses and low stock of the chosen days. */
export function Figures({ days, report, lowStock }: FiguresProps) {
  return (
    <section aria-labelledby="figures" className="grid gap-3 lg:gap-4">
      <div className="flex items-center justify-between gap-3">
        <h2 id="figures" className="font-semibold text-base">
          Figures
        </h2>
        <RangeLinks days={days} />
      </div>
      <Async query={report} loading={null} errorPrefix="Error: " error={FAILED}>
        {({ sales, statuses }) => (
          <div className="grid gap-3 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-4">
            <RevenueCard sales={sales} />
            <StatusCard statuses={statuses} days={sales.length} />
          </div>
        )}
      </Async>
      <div className="grid gap-3 lg:grid-cols-2 lg:gap-4">
        {report.data && <BestSellersCard bestSellers={report.data.bestSellers} />}
        <Async query={lowStock} loading={null} errorPrefix="Error: " error={FAILED}>
          {lowStock => <LowStockCard lowStock={lowStock} />}
        </Async>
      </div>
    </section>
  )
}
