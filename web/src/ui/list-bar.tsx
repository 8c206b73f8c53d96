import { CalendarDays, ChevronDown } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { daysBefore, shopToday } from '../lib/days.ts'
import { formatDate } from '../lib/format.ts'
import { Link } from '../lib/link.tsx'
import { useListParams } from '../lib/list-params.ts'
import { useShop } from '../lib/shop.ts'
import { Button, buttonClass } from './button.tsx'
import type { Elements } from './cx.ts'
import { GetForm, without } from './get-form.tsx'
import { KeywordForm } from './list-filters.tsx'

/** The filters of a list that grows daily: keyword and days, side by side as long as there is room. */
export function ListBar({ label, children }: { label: string; children?: Elements }) {
  return (
    <div className="flex flex-wrap gap-3 *:[search]:max-w-80 *:[search]:grow *:[search]:basis-46">
      <KeywordForm label={label} />
      <DateRange />
      {children}
    </div>
  )
}

/** Filters a list by days: common ranges by a press, others by two fields. */
function DateRange() {
  const { path, params, query } = useListParams()
  const { from, to } = query
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const kept = without(params, 'from', 'to', 'page')
  const usual = usePresets()
  const chosen = usual.find(preset => preset.from === from && preset.to === to)

  // biome-ignore lint/correctness/useExhaustiveDependencies: every choice closes it
  useEffect(() => panel.current?.hidePopover?.(), [params.toString()])

  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className={buttonClass({ variant: 'outline', className: 'h-11! border-line! bg-surface px-4! font-normal!' })}
      >
        <CalendarDays className="size-4! text-ink-2" />
        <span className="sr-only">Days: </span>
        <span>{chosen?.label ?? rangeText(from, to)}</span>
        <ChevronDown className="size-4! text-ink-2" />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className="menu-panel below-header left-[anchor(left,1rem)] w-76 max-md:left-4"
      >
        <ul>
          {usual.map(preset => (
            <li key={preset.label}>
              <Link
                to={`${path}?${new URLSearchParams([...kept, ...daysOf(preset)])}`}
                aria-current={preset === chosen ? 'true' : undefined}
                className="flex min-h-10 items-center rounded-control px-3 hover:bg-ink/6 aria-[current=true]:font-semibold aria-[current=true]:text-info pointer-coarse:min-h-11"
              >
                {preset.label}
              </Link>
            </li>
          ))}
        </ul>
        <GetForm action={path} kept={kept} className="mt-2 grid gap-2 border-line border-t px-3 pt-4 pb-2">
          <DayField name="from" label="From" value={from} />
          <DayField name="to" label="To" value={to} />
          <Button type="submit" variant="outline">
            Show these days
          </Button>
        </GetForm>
      </div>
    </>
  )
}

function DayField({ name, label, value }: { name: string; label: string; value: string }) {
  const id = useId()
  return (
    <div className="grid grid-cols-[3rem_minmax(0,1fr)] items-center gap-2">
      <label htmlFor={id} className="text-ink-2">
        {label}
      </label>
      <input key={value} id={id} type="date" name={name} defaultValue={value} className="control px-2! text-sm!" />
    </div>
  )
}

function usePresets() {
  const today = shopToday(new Date(), useShop().timeZone)
  return [
    { label: 'Any time', from: '', to: '' },
    { label: 'Today', from: today, to: today },
    { label: 'Yesterday', from: daysBefore(today, 1), to: daysBefore(today, 1) },
    { label: 'Last 7 days', from: daysBefore(today, 6), to: today },
    { label: 'Last 30 days', from: daysBefore(today, 29), to: today },
    { label: 'Last 365 days', from: daysBefore(today, 364), to: today },
  ]
}

const daysOf = ({ from, to }: { from: string; to: string }) => Object.entries(from ? { from, to } : {})

/** '21 Nov 2026' for '2026-11-21', in the browser's locale. */
const fullDayText = (day: string) => formatDate(day, 'date', undefined, 'UTC')

function rangeText(from: string, to: string): string {
  if (from && to) return from === to ? fullDayText(from) : `${fullDayText(from)} – ${fullDayText(to)}`
  return from ? `Since ${fullDayText(from)}` : `Until ${fullDayText(to)}`
}
