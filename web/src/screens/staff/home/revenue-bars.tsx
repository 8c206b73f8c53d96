import type { Report } from '@mela/contract'
import {
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  type XAxisTickContentProps,
  YAxis,
} from 'recharts'
import { countLabel } from '../../../lib/format.ts'
import { usePrice } from '../../../lib/shop.ts'
import { chartDayText } from './figure-card.tsx'

type Day = Report['sales'][number]

const TODAY = 'var(--color-brand)'
const tint = (percent: number) => `color-mix(in oklab, var(--color-brand) ${percent}%, var(--color-surface))`
const BEFORE = `light-dark(${tint(27)}, ${tint(50)})`
/** Up to this number of days, each second bar has a label. */
const CLOSE_DAYS = 14

export function RevenueBars({ sales }: { sales: Day[] }) {
  const bars = sales.map((day, index) => ({ ...day, fill: index === sales.length - 1 ? TODAY : BEFORE }))
  const step = sales.length <= CLOSE_DAYS ? Math.ceil(sales.length / 7) : Math.ceil(sales.length / 5)
  const ticks = sales.filter((_, index) => (sales.length - 1 - index) % step === 0).map(({ day }) => day)

  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={bars}
        accessibilityLayer={false}
        margin={{ top: 4, right: 0, bottom: 0, left: 0 }}
        barCategoryGap="16%"
      >
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <YAxis hide tickCount={4} />
        <XAxis
          dataKey="day"
          ticks={ticks}
          interval={0}
          tick={({ x, y, payload: { value: day } }: XAxisTickContentProps) => (
            <DayLabel x={x} y={y} day={day} isShort={sales.length <= CLOSE_DAYS} isLast={day === ticks.at(-1)} />
          )}
          tickLine={false}
          axisLine={{ stroke: 'var(--color-line)' }}
        />
        <Tooltip cursor={{ fill: 'var(--color-ink)', fillOpacity: 0.04 }} content={DayNote} isAnimationActive={false} />
        <Bar dataKey="total" radius={[4, 4, 0, 0]} maxBarSize={32} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  )
}

interface DayLabelProps {
  x: number | string
  y: number | string
  day: string
  isShort: boolean
  isLast: boolean
}

/** A label below a bar. The last one ends there: its other half would be cut off at the edge. */
function DayLabel({ x, y, day, isShort, isLast }: DayLabelProps) {
  return (
    <text
      x={x}
      y={y}
      dx={isLast && !isShort ? 4 : 0}
      dy="0.71em"
      textAnchor={isLast && !isShort ? 'end' : 'middle'}
      fill="var(--color-ink-2)"
      fontSize={12}
    >
      {isShort ? String(Number(day.slice(8))) : chartDayText(day)}
    </text>
  )
}

function DayNote({ active, payload }: TooltipContentProps) {
  const price = usePrice()
  const day = payload[0]?.payload as Day | undefined
  if (!active || !day) return null

  return (
    <div className="rounded-control border border-line bg-surface px-3 py-2 shadow-menu">
      <p className="type-small text-ink-2">{chartDayText(day.day, 'long')}</p>
      <p className="font-semibold tabular-nums">{price(day.total)}</p>
      <p className="type-small text-ink-2">{countLabel(day.payments, 'payment')}</p>
    </div>
  )
}
