export interface Money {
  readonly cents: number
  readonly currency: string
}

/** `Intl` has other figures for a fifth of them and changes; a stored amount must keep its meaning. */
const otherDecimals: [decimals: number, currencies: string][] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
]

export function decimalsOf(currency: string): number {
  return otherDecimals.find(([, currencies]) => currencies.includes(currency))?.[0] ?? 2
}

/** Rounds half up on the written digits (15 of them), so that 1.005 USD is 101 and not 100. */
export function toMinor(amount: number, currency: string): number {
  return scaled(amount, decimalsOf(currency))
}

function scaled(amount: number, decimals: number): number {
  const written = String(amount)
  return Math.round(written.includes('e') ? amount * 10 ** decimals : Number(`${written}e${decimals}`))
}

export function fromMinor(minor: number, currency: string): number {
  return minor / 10 ** decimalsOf(currency)
}

/** For currencies with two decimals, as a shop's is (ADR 0036); the table of others would enlarge every page. */
export const toCents = (amount: number) => scaled(amount, 2)
export const fromCents = (cents: number) => cents / 100

const withSeparators = (digits: string) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',')

/** `Intl` differs between browsers and the server. */
const symbols: Record<string, string> = {
  USD: '$',
  EUR: '€',
  GBP: '£',
  INR: '₹',
  BRL: 'R$',
  ILS: '₪',
  PHP: '₱',
  CNY: 'CN¥',
  AUD: 'A$',
  CAD: 'CA$',
  HKD: 'HK$',
  MXN: 'MX$',
  NZD: 'NZ$',
}

/** '$', or the code and a non-breaking space. */
export const currencySign = (currency: string) => symbols[currency] ?? `${currency}\u00a0`

/** '$1,234.50': two decimals and thousands separators (ADR 0017, in place of B28); for currencies of two decimals (ADR 0036). */
export function formatPrice(amount: number, currency: string): string {
  return currencySign(currency) + withSeparators(fromCents(toCents(amount)).toFixed(2))
}

export const priceOrFree = (amount: number, currency: string): string =>
  amount === 0 ? 'Free' : formatPrice(amount, currency)

export function formatCount(count: number): string {
  return withSeparators(String(count))
}

export const amountText = (amount: number): string => (Number.isInteger(amount) ? String(amount) : amount.toFixed(2))
