import { CURRENCY, formatCount, formatPrice, SHOP_TIME_ZONE } from '@mela/contract'

/** 'dollars', or the code of a currency that has no such name. */
export const currencyName = (currency: string) => (currency === CURRENCY.code ? 'dollars' : currency)

/** '$49.00' from a decimal amount. */
export const priceText = formatPrice

/** '1 item', '1,284 items'; irregular plurals are passed in. */
export function countLabel(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

export function phoneUrl(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`
}

/** What expires does so at the midnight after its last day. */
export const lastDayOf = (expiresAt: string): string => new Date(Date.parse(expiresAt) - 1).toISOString()

export function formatDate(
  iso: string,
  style: 'date' | 'date-time' = 'date',
  locale?: string,
  timeZone?: string,
): string {
  const timeStyle = style === 'date-time' ? 'short' : undefined
  return new Date(iso).toLocaleString(locale, { dateStyle: 'medium', timeStyle, timeZone })
}

/** '3 to 5 days', '2 days', 'up to 5 days', 'from 3 days'; empty without an estimate. */
export function daysText({ minDays, maxDays }: { minDays: number | null; maxDays: number | null }): string {
  if (minDays === null) return maxDays === null ? '' : `up to ${countLabel(maxDays, 'day')}`
  if (maxDays === null) return `from ${countLabel(minDays, 'day')}`
  return minDays === maxDays ? countLabel(maxDays, 'day') : `${minDays} to ${countLabel(maxDays, 'day')}`
}

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
