import { SHOP_TIME_ZONE } from '@mela/contract'

/** Today in the shop's time zone, as '2026-11-21'. */
export function shopToday(now = new Date(), timeZone: string = SHOP_TIME_ZONE): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now)
}

/** 'Central European Time' for 'Europe/Berlin'. */
export function timeZoneText(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longGeneric' }).formatToParts()
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  return name.replace(/^GMT([+-]00:00)?$/, 'UTC')
}

export function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - days)
  return date.toISOString().slice(0, 10)
}

/** A day of an address, as '2026-11-21'; undefined when it is no day of the calendar, which the server ignores. */
export function dayIn(params: URLSearchParams, name: string): string | undefined {
  const day = params.get(name) ?? ''
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === day ? day : undefined
}

/** '21 Nov 2026' for '2026-11-21', in the browser's locale. */
export function fullDayText(day: string, locale?: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(date)
}
