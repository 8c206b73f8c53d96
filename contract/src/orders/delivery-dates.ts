import type { DeliveryMethod } from '../settings/delivery-settings.ts'
import type { Order } from './orders.ts'

/** When the shop ships: days of the week such as 'mon', 'HH:MM' and ISO days, all in its own time zone. */
export interface ShippingCalendar {
  timeZone: string
  shippingDays: string[]
  cutOff: string
  holidays: string[]
}

/** ISO days; null where the method names no least or no most days. */
export interface DeliveryDates {
  from: string | null
  to: string | null
}

/**
 * The days on which an order of this moment arrives; undefined where the method has no estimate. It leaves on the first
 * working day whose cut-off is not over, and travels on working days.
 */
export function deliveryDates(
  { minDays, maxDays }: Pick<DeliveryMethod, 'minDays' | 'maxDays'>,
  now: Date,
  calendar: ShippingCalendar,
): DeliveryDates | undefined {
  if ((minDays === null && maxDays === null) || calendar.shippingDays.length === 0) return undefined
  const [today, time] = localTime(now, calendar.timeZone)
  const shipped = workingDayFrom(time < calendar.cutOff ? today : dayAfter(today), calendar)
  const arrival = (days: number | null) => (days === null ? null : workingDaysAfter(shipped, days, calendar))
  return { from: arrival(minDays), to: arrival(maxDays) }
}

/** Swedish writes '2026-12-02 13:59'. */
const localTime = (now: Date, timeZone: string) =>
  new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(now).split(' ') as [
    string,
    string,
  ]

function workingDaysAfter(day: string, days: number, calendar: ShippingCalendar): string {
  let reached = day
  for (let left = days; left > 0; left--) reached = workingDayFrom(dayAfter(reached), calendar)
  return reached
}

function workingDayFrom(day: string, { shippingDays, holidays }: ShippingCalendar): string {
  let reached = day
  while (!shippingDays.includes(weekday(reached)) || holidays.includes(reached)) reached = dayAfter(reached)
  return reached
}

const weekday = (day: string) => dayText(day).slice(0, 3).toLowerCase()

const atNoon = (day: string) => new Date(`${day}T12:00:00Z`)

function dayAfter(day: string): string {
  const date = atNoon(day)
  date.setUTCDate(date.getUTCDate() + 1)
  return date.toISOString().slice(0, 10)
}

const DAY_IN_MS = 86_400_000

/** The promised days, which count from the order; undefined once they are over, and where money comes over a day later. */
export function promisedDays({ arrives, payment, createdAt, history }: PromisedOrder, now: Date) {
  const isAwaited = payment?.status === 'pending' && payment.paymentGateway !== 'delivery'
  if (isAwaited || payment?.paymentGateway === 'transfer') return undefined
  const paidAt = history.find(({ status }) => status === 'processing')?.at ?? now.toISOString()
  const isOver = arrives?.to && arrives.to < now.toISOString().slice(0, 10)
  return isOver || Date.parse(paidAt) - Date.parse(createdAt) > DAY_IN_MS ? undefined : arrives
}

type PromisedOrder = Pick<Order, 'arrives' | 'payment' | 'createdAt' | 'history'>

/** 'Tue 1 – Thu 3 Dec', 'by Thu 3 Dec' or 'from Tue 1 Dec'. */
export function arrivalText({ from, to }: DeliveryDates): string {
  if (from === null) return to === null ? '' : `by ${dayText(to)}`
  if (to === null) return `from ${dayText(from)}`
  if (from === to) return dayText(to)
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7)
  return `${isOneMonth ? dayText(from).split(' ').slice(0, 2).join(' ') : dayText(from)} – ${dayText(to)}`
}

function dayText(day: string): string {
  const parts = DAY.formatToParts(atNoon(day))
  return (['weekday', 'day', 'month'] as const).map(part => parts.find(({ type }) => type === part)?.value).join(' ')
}

const DAY = new Intl.DateTimeFormat('en', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
