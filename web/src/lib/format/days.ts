import { SHOP_TIME_ZONE } from '@mela/contract'

/** Today in the shop's time zone, as '2026-11-21'. */
export function shopToday(now = new Date()): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: SHOP_TIME_ZONE, dateStyle: 'short' }).format(now)
}

export function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - days)
  return date.toISOString().slice(0, 10)
}

/** '21 Nov 2026' for '2026-11-21', in the browser's locale; an invalid day stays as it is. */
export function fullDayText(day: string, locale?: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return day
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(date)
}
