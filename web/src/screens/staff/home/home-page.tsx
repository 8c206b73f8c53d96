import { DEFAULT_REPORT_DAYS, REPORT_DAYS, type StaffOrderSummary, staffPaths } from '@mela/contract'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ArrowRight, Package } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { call } from '../../../lib/api.ts'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { dataQuery } from '../../../lib/query-keys.ts'
import { useShop } from '../../../lib/shop.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { Together } from '../../../ui/layout.tsx'
import { EmptyState, Skeleton } from '../../../ui/notice.tsx'
import { LoadedPart } from '../layout/loaded.tsx'
import { Section } from '../layout/section.tsx'
import { StatTiles } from '../layout/stat-tiles.tsx'
import { orderColumns } from '../orders/order-columns.tsx'
import { Figures } from './figures.tsx'
import { firstStepsQuery } from './first-steps.api.ts'
import { FirstStepsCard } from './first-steps-card.tsx'
import { TroublesCard } from './troubles-card.tsx'

const RECENT = 5

export function DashboardHomePage() {
  const [params] = useSearchParams()
  const asked = Number(params.get('days'))
  const days = REPORT_DAYS.find(choice => choice === asked) ?? DEFAULT_REPORT_DAYS

  const first = useQuery(firstStepsQuery())
  const troubles = useQuery({ ...dataQuery('GET /dashboard/troubles'), staleTime: 0 })
  const stats = useQuery({
    queryKey: ['dashboard', 'stats'],
    queryFn: async () => (await call('GET /users/admin')).data,
  })
  const report = useQuery({
    ...dataQuery('GET /dashboard/report', { query: { days } }),
    placeholderData: keepPreviousData,
  })
  const funnel = useQuery({
    ...dataQuery('GET /dashboard/funnel', { query: { days } }),
    placeholderData: keepPreviousData,
  })
  const lowStock = useQuery(dataQuery('GET /dashboard/low-stock'))
  const recent = useQuery(
    dataQuery('GET /orders/status/:status', { params: { status: 'processing' }, query: { size: RECENT } }),
  )

  return (
    <Section title="Dashboard">
      <Welcome />
      <Together
        queries={[first, troubles, stats, report, funnel, lowStock, recent]}
        loading={<Skeleton className="appear-late h-120 rounded-tile" />}
      >
        {troubles.data && <TroublesCard {...troubles.data} />}
        {first.data?.isShown && <FirstStepsCard firstSteps={first.data} />}
        <LoadedPart query={stats}>{stats => <StatTiles stats={stats} />}</LoadedPart>
        <Figures days={days} report={report} funnel={funnel} lowStock={lowStock} />
        <Recent orders={recent} />
      </Together>
    </Section>
  )
}

function Welcome() {
  const user = useCurrentUser()
  const { timeZone } = useShop()
  const style = { weekday: 'long', day: 'numeric', month: 'long', timeZone } as const
  const today = new Intl.DateTimeFormat('en-IN', style).format()

  return (
    <div className="grid gap-0.5">
      <h2 className="font-semibold text-2xl">
        Welcome back, <bdi>{user?.name.firstName}</bdi>
      </h2>
      <p className="text-ink-2">{`It is ${today}.`}</p>
    </div>
  )
}

function Recent({ orders }: { orders: UseQueryResult<StaffOrderSummary[]> }) {
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
      <LoadedPart
        query={orders}
        empty={
          <div className="rounded-tile border border-line bg-surface">
            <EmptyState icon={Package} text="No recent orders." />
          </div>
        }
      >
        {orders => (
          <DataTable caption="Recent processing orders" columns={orderColumns} rows={orders} keyOf={({ _id }) => _id} />
        )}
      </LoadedPart>
    </section>
  )
}
