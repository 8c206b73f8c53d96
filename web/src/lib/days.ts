import { SHOP_TIME_ZONE } from '@mela/contract'

/** What expires does so at the midnight after its last day. */
export const lastDayOf = (expiresAt: string): string => new Date(Date.parse(expiresAt) - 1).toISOString()

/** Today in the shop's time zone, as '2026-11-21'. */
export function shopToday(now = new Date(), timeZone: string = SHOP_TIME_ZONE): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now)
}

const SHORT_DAY = { day: 'numeric', month: 'short' } as const

/** '21 Nov' for '2026-11-21'. */
export const dayText = (day: string, style: Intl.DateTimeFormatOptions = SHORT_DAY) =>
  new Intl.DateTimeFormat('en-IN', { ...style, timeZone: 'UTC' }).format(new Date(day))

export function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - days)
  return date.toISOString().slice(0, 10)
}
