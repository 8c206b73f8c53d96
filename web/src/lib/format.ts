import { CURRENCY, formatCount, formatPrice } from '@mela/contract'

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
