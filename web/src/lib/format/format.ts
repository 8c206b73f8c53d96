import { CURRENCY, formatCount, formatPrice } from '@mela/contract'

/** 'US dollars', or the code. */
export const currencyInFull = (currency: string) => (currency === CURRENCY.code ? 'US dollars' : currency)

/** 'dollars', or the code of a currency that has no such name. */
export const currencyName = (currency: string) => (currency === CURRENCY.code ? 'dollars' : currency)

/** '$49.00' from a decimal amount. */
export const priceText = formatPrice

/** '1 item', '1,284 items'; irregular plurals are passed in. */
export function countLabel(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** 'tel:' address of a typed number. */
export function phoneUrl(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`
}

export type DateStyle = 'date' | 'date-time'

/** Cached formatters: making one takes ten times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats a date in the browser's locale and time zone, unless they are given. */
export function formatDate(iso: string, style: DateStyle = 'date', locale?: string, timeZone?: string): string {
  const key = [style, locale, timeZone].join()
  const timeStyle = style === 'date-time' ? 'short' : undefined
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle, timeZone })
  formats.set(key, format)
  return format.format(new Date(iso))
}
