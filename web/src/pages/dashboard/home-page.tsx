import { DEFAULT_REPORT_DAYS, REPORT_DAYS, type StaffOrderSummary, staffPaths } from '@mela/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ArrowRight, Package } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { firstStepsQuery } from '../../features/staff/first-steps/first-steps.api.ts'
import { FirstStepsCard } from '../../features/staff/first-steps/first-steps-card.tsx'
import { lowStockQuery, recentOrdersQuery, reportQuery, statsQuery } from '../../features/staff/home/dashboard.api.ts'
import { greeting } from '../../features/staff/home/greeting.ts'
import { StatTiles } from '../../features/staff/home/stat-tiles.tsx'
import { orderColumns } from '../../features/staff/orders/order-columns.tsx'
import { useIsTestShop } from '../../features/staff/payments/staff-payments.api.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { useShop } from '../../lib/shop.ts'
import { Async } from '../../ui/feedback/async.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Together } from '../../ui/layout/together.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Figures } from './figures.tsx'
import { Section } from './section.tsx'

const FAILED = 'Something went wrong please try reloading the page...'

export function DashboardHomePage() {
  const [params] = useSearchParams()
  const asked = Number(params.get('days'))
  const days = REPORT_DAYS.find(choice => choice === asked) ?? DEFAULT_REPORT_DAYS

  const first = useQuery(firstStepsQuery())
  const stats = useQuery(statsQuery())
  const report = useQuery(reportQuery(days))
  const lowStock = useQuery(lowStockQuery())
  const recent = useQuery(recentOrdersQuery())

  return (
    <Section title="Dashboard">
      <Welcome />
      <Together queries={[first, stats, report, lowStock, recent]} loading={<HomeSkeleton />}>
        {first.data?.isShown && <FirstStepsCard firstSteps={first.data} />}
        <Async query={stats} loading={null} errorPrefix="Error: " error={FAILED}>
          {stats => <StatTiles stats={stats} />}
        </Async>
        <Figures days={days} report={report} lowStock={lowStock} />
        <Recent orders={recent} />
      </Together>
    </Section>
  )
}

function HomeSkeleton() {
  return (
    <div className="appear-late grid gap-5">
      <Skeleton className="h-28 rounded-tile" />
      <div className="grid gap-3 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-4">
        <Skeleton className="h-90 rounded-tile" />
        <Skeleton className="h-90 rounded-tile" />
      </div>
    </div>
  )
}

function Welcome() {
  const user = useCurrentUser()
  const now = new Date()
  const { timeZone } = useShop()
  const style = { weekday: 'long', day: 'numeric', month: 'long', timeZone } as const
  const today = new Intl.DateTimeFormat('en-IN', style).format(now)

  return (
    <div className="grid gap-0.5">
      <h2 className="font-semibold text-2xl">
        <span>{greeting(now.getHours())}</span>, <bdi>{user?.name.firstName}</bdi>
      </h2>
      <p className="text-ink-2">{`Welcome back. It is ${today}.`}</p>
    </div>
  )
}

function Recent({ orders }: { orders: UseQueryResult<StaffOrderSummary[]> }) {
  const columns = orderColumns({ isTestShop: useIsTestShop() })

  return (
    <section aria-labelledby="recent" className="mt-2 grid gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 id="recent" className="font-semibold text-base">
          Recent processing orders
        </h2>
        <Link
          to={staffPaths.readyToShip}
          className="inline-flex min-h-10 items-center gap-2 rounded-sm font-medium hover:underline pointer-coarse:min-h-11"
        >
          Ready to Ship
          <ArrowRight className="size-4" />
        </Link>
      </div>
      <Async
        query={orders}
        loading={null}
        errorPrefix="Error: "
        error={FAILED}
        empty={
          <div className="rounded-tile border border-line bg-surface">
            <EmptyState icon={Package} text="No recent orders." />
          </div>
        }
      >
        {orders => (
          <DataTable caption="Recent processing orders" columns={columns} rows={orders} keyOf={({ _id }) => _id} />
        )}
      </Async>
    </section>
  )
}
