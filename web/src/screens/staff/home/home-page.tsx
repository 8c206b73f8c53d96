import {
  DEFAULT_REPORT_DAYS,
  formatCount,
  REFUND_DUE,
  REPORT_DAYS,
  type StaffOrderSummary,
  type Stats,
  staffPaths,
} from '@mela/contract'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ArrowRight, Package } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { call } from '../../../lib/api.ts'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { humanise } from '../../../lib/format.ts'
import { dataQuery } from '../../../lib/query-keys.ts'
import { useShop } from '../../../lib/shop.ts'
import { cx } from '../../../ui/cx.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { Together } from '../../../ui/layout.tsx'
import { EmptyState, Skeleton } from '../../../ui/notice.tsx'
import { LoadedPart } from '../layout/loaded.tsx'
import { Section } from '../layout/section.tsx'
import { orderColumns } from '../orders/order-columns.tsx'
import { Figures } from './figures.tsx'
import { firstStepsQuery } from './first-steps.api.ts'
import { FirstStepsCard } from './first-steps-card.tsx'

const RECENT = 5

export function DashboardHomePage() {
  const [params] = useSearchParams()
  const asked = Number(params.get('days'))
  const days = REPORT_DAYS.find(choice => choice === asked) ?? DEFAULT_REPORT_DAYS

  const first = useQuery(firstStepsQuery())
  const stats = useQuery({
    queryKey: ['dashboard', 'stats'],
    queryFn: async () => (await call('GET /users/admin')).data,
  })
  const report = useQuery({
    ...dataQuery('GET /dashboard/report', { query: { days } }),
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
        queries={[first, stats, report, lowStock, recent]}
        loading={<Skeleton className="appear-late h-120 rounded-tile" />}
      >
        {first.data?.isShown && <FirstStepsCard firstSteps={first.data} />}
        <LoadedPart query={stats}>{stats => <StatTiles stats={stats} />}</LoadedPart>
        <Figures days={days} report={report} lowStock={lowStock} />
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

/** One tile for each key, whatever the keys are. */
function StatTiles({ stats }: { stats: Stats }) {
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
