import { deliveryDates, type Settings, type ShippingCalendar } from '@mela/contract'
import { lazily } from '../platform/runtime/lazily.ts'

export type CalendarSettings = Pick<Settings['delivery'], 'shippingDays' | 'cutOff' | 'holidays' | 'zones'> &
  Pick<Settings['shop'], 'timeZone'>

export const calendarSettingsOf = ({ delivery, shop }: Settings): CalendarSettings => ({
  ...delivery,
  timeZone: shop.timeZone,
})

/** Public holidays are listed for so many days, which no estimate should exceed. */
const DAYS_AHEAD = 120
const DAY_MS = 24 * 3600 * 1000

/** Holds data of all countries, which a shop without dates does not load. */
const loadHolidays = lazily(async () => (await import('date-holidays')).default)

/** Undefined where no method says how long it takes. Pages carry it, so it names the coming holidays alone. */
export async function shippingCalendarOf(
  { shippingDays, cutOff, holidays: region, timeZone, zones }: CalendarSettings,
  now = new Date(),
): Promise<ShippingCalendar | undefined> {
  const calendar = { timeZone, shippingDays, cutOff, holidays: [] }
  const methods = zones.flatMap(({ methods }) => methods)
  if (!methods.some(method => deliveryDates(method, now, calendar))) return undefined
  return { ...calendar, holidays: region === null ? [] : await listHolidays(region, now) }
}

/** Empty for a region that the package does not know. */
async function listHolidays(region: string, now: Date): Promise<string[]> {
  const Holidays = await loadHolidays()
  const [country = '', part] = region.split('-')
  const calendar = new Holidays(country, part ?? '')
  const [first = '', last = ''] = [now.getTime() - DAY_MS, now.getTime() + DAYS_AHEAD * DAY_MS].map(time =>
    new Date(time).toISOString().slice(0, 10),
  )
  const found = [now.getUTCFullYear() - 1, now.getUTCFullYear(), now.getUTCFullYear() + 1]
    .flatMap(year => calendar.getHolidays(year) || [])
    .filter(({ type }) => type === 'public')
    .flatMap(({ date, start, end }) => daysOf(date.slice(0, 10), end.getTime() - start.getTime()))
  return [...new Set(found)].filter(day => day >= first && day <= last).sort()
}

/** A holiday may take several days. */
const daysOf = (first: string, milliseconds: number) =>
  Array.from({ length: Math.max(1, Math.round(milliseconds / DAY_MS)) }, (_, after) =>
    new Date(Date.parse(first) + after * DAY_MS).toISOString().slice(0, 10),
  )
