import {
  type Funnel,
  formatCount,
  type LowStock,
  type OrderStatus,
  optionsText,
  REPORT_DAYS,
  type Report,
  staffPaths,
} from '@mela/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router'
import { daysBefore, shopToday } from '../../../lib/days.ts'
import { countLabel } from '../../../lib/format.ts'
import { usePrice, useShop } from '../../../lib/shop.ts'
import { cx, type Elements } from '../../../ui/cx.ts'
import { Card } from '../../../ui/headings.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { LoadedPart } from '../layout/loaded.tsx'
import { FunnelCard } from './funnel-card.tsx'
import { RevenueCard } from './revenue-card.tsx'

/** Order and colours of the statuses: the badges' own colours, made different where badges share one. */
const colours: { status: OrderStatus; colour: string }[] = [
  { status: 'delivered', colour: 'bg-success' },
  { status: 'shipped', colour: 'bg-info' },
  { status: 'processing', colour: 'bg-info/55' },
  { status: 'pending', colour: 'bg-star' },
  { status: 'cancelled', colour: 'bg-ink-3' },
  { status: 'refunded', colour: 'bg-edge/50' },
]

interface FiguresProps {
  days: number
  report: UseQueryResult<Report>
  lowStock: UseQueryResult<LowStock>
  funnel: UseQueryResult<Funnel>
}

export function Figures({ days, report, lowStock, funnel }: FiguresProps) {
  return (
    <section aria-labelledby="figures" className="grid gap-3 lg:gap-4">
      <div className="flex items-center justify-between gap-3">
        <h2 id="figures" className="font-semibold text-base">
          Figures
        </h2>
        <RangeLinks days={days} />
      </div>
      <LoadedPart query={report}>
        {({ sales, statuses }) => (
          <div className="grid gap-3 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-4">
            <RevenueCard sales={sales} />
            <StatusCard statuses={statuses} days={sales.length} />
          </div>
        )}
      </LoadedPart>
      <LoadedPart query={funnel}>{funnel => <FunnelCard funnel={funnel} />}</LoadedPart>
      <div className="grid gap-3 lg:grid-cols-2 lg:gap-4">
        {report.data && <BestSellersCard bestSellers={report.data.bestSellers} />}
        <LoadedPart query={lowStock}>{lowStock => <LowStockCard lowStock={lowStock} />}</LoadedPart>
        {report.data && report.data.taxes.length > 0 && <TaxesCard taxes={report.data.taxes} />}
      </div>
    </section>
  )
}

function BestSellersCard({ bestSellers }: { bestSellers: Report['bestSellers'] }) {
  const price = usePrice()
  return (
    <Card
      title="Best sellers"
      heading="h3"
      action={<span className="type-small text-ink-2">Without tax, shipping and refunds</span>}
    >
      {bestSellers.length === 0 && <p className="text-ink-2">Nothing was sold in these days.</p>}
      <ol className="-my-2">
        {bestSellers.map(({ _id, name, thumbnail, units, total }) => (
          <ProductLine key={_id} product={{ _id, name, thumbnail }}>
            <span className="text-right tabular-nums">
              <span className="block font-semibold">{price(total)}</span>
              <span className="type-small block text-ink-2">{countLabel(units, 'unit')}</span>
            </span>
          </ProductLine>
        ))}
      </ol>
    </Card>
  )
}

function TaxesCard({ taxes }: { taxes: Report['taxes'] }) {
  const price = usePrice()
  return (
    <Card
      title="Tax by rate"
      heading="h3"
      action={<span className="type-small text-ink-2">Of what was sold, without refunds</span>}
    >
      <table className="w-full text-left tabular-nums">
        <thead className="type-small text-ink-2">
          <tr>
            <th scope="col" className="pb-2 font-medium">
              Rate
            </th>
            <th scope="col" className="pb-2 text-right font-medium">
              Net
            </th>
            <th scope="col" className="pb-2 text-right font-medium">
              Tax
            </th>
          </tr>
        </thead>
        <tbody>
          {taxes.map(({ label, net, tax }) => (
            <tr key={label} className="border-line border-t">
              <th scope="row" className="py-2 font-normal">
                {label}
              </th>
              <td className="py-2 text-right">{price(net)}</td>
              <td className="py-2 text-right font-semibold">{price(tax)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

/** Links that choose the range of the figures in days, which is a part of the address. */
function RangeLinks({ days }: { days: number }) {
  return (
    <nav aria-label="Range" className="flex rounded-control border border-line bg-surface p-0.5">
      {REPORT_DAYS.map(choice => (
        <Link
          key={choice}
          to={`?days=${choice}`}
          replace
          preventScrollReset
          aria-current={choice === days ? 'true' : undefined}
          className="type-small grid min-h-8 place-items-center rounded-[7px] px-3 font-medium text-ink-2 tabular-nums transition-colors hover:text-ink aria-[current=true]:bg-ink/8 aria-[current=true]:text-ink pointer-coarse:min-h-11"
        >
          <span>
            <span>{choice}</span> <span className="max-sm:sr-only">days</span>
          </span>
        </Link>
      ))}
    </nav>
  )
}

function LowStockCard({ lowStock: { total, products } }: { lowStock: LowStock }) {
  return (
    <Card
      title="Low stock"
      heading="h3"
      action={<span className="type-small text-ink-2">{countLabel(total, 'product')}</span>}
    >
      {total === 0 && <p className="text-ink-2">Every active product has enough units.</p>}
      <ul className="-my-2">
        {products.map(({ _id, name, thumbnail, stock, options }) => (
          <ProductLine
            key={_id}
            product={{ _id, name: [name, optionsText(options)].filter(Boolean).join(', '), thumbnail }}
          >
            <span
              className={cx(
                'inline-flex h-6 items-center rounded-full px-2.5 font-medium text-xs',
                stock === 0 ? 'bg-danger-soft text-danger' : 'bg-warn-soft text-warn',
              )}
            >
              {stock === 0 ? 'Out of stock' : `Only ${stock} left`}
            </span>
          </ProductLine>
        ))}
      </ul>
    </Card>
  )
}

interface ProductLineProps {
  product: Pick<Report['bestSellers'][number], '_id' | 'name' | 'thumbnail'>
  children: Elements
}

/** A product of a short list; its name links to its form. */
function ProductLine({ product: { _id, name, thumbnail }, children }: ProductLineProps) {
  return (
    <li className="relative grid grid-cols-[2.5rem_minmax(0,1fr)_auto] items-center gap-3 border-line py-2 not-last:border-b">
      <span className="block size-10 overflow-hidden rounded-control">
        <Picture picture={thumbnail} alt="" sizes="40px" />
      </span>
      <Link
        dir="auto"
        to={staffPaths.editProduct(_id)}
        className="line-clamp-2 font-medium after:absolute after:inset-0 hover:underline"
      >
        {name}
      </Link>
      {children}
    </li>
  )
}

interface StatusCardProps {
  statuses: Report['statuses']
  /** The range of the figures in days, including today. */
  days: number
}

/** One bar, and a table as its legend; each status links to its orders of these days. */
function StatusCard({ statuses, days }: StatusCardProps) {
  const today = shopToday(new Date(), useShop().timeZone)
  const range = { from: daysBefore(today, days - 1), to: today }
  const counts = new Map(statuses.map(({ status, count }) => [status, count]))
  const rows = colours.map(style => ({ ...style, count: counts.get(style.status) ?? 0 }))

  return (
    <Card title="Orders by status" heading="h3">
      <div aria-hidden="true" className="flex h-3.5 gap-0.75 overflow-hidden rounded-full bg-ink/6">
        {rows.map(({ status, count, colour }) => (
          <span key={status} className={cx(colour, count === 0 && 'hidden')} style={{ flexGrow: count }} />
        ))}
      </div>
      <table className="w-full">
        <caption className="sr-only">Orders by status</caption>
        <tbody>
          {rows.map(({ status, count, colour }) => (
            <tr key={status} className="relative border-line not-last:border-b">
              <th scope="row" className="h-9.5 text-left font-normal pointer-coarse:h-11">
                <span aria-hidden="true" className={cx('mr-2.5 inline-block size-2.5 rounded-[3px]', colour)} />
                <Link
                  to={staffPaths.ordersOf(status, range)}
                  className="capitalize underline decoration-edge underline-offset-3 after:absolute after:inset-0 hover:decoration-ink"
                >
                  {status}
                </Link>
              </th>
              <td className="text-right font-semibold tabular-nums">{formatCount(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
