/** Cents of a decimal amount, half up on the written digits (15 of them), so that 1.005 is 101 and not 100 (B3). */
export function toCents(amount: number): number {
  const written = String(amount)
  return Math.round(written.includes('e') ? amount * 100 : Number(`${written}e2`))
}

export function fromCents(cents: number): number {
  return cents / 100
}

const withSeparators = (digits: string) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',')

/** '$1,234.50': two decimals and thousands separators (ADR 0033, in place of B28). */
export function formatPrice(amount: number): string {
  return `$${withSeparators(fromCents(toCents(amount)).toFixed(2))}`
}

/** '1,284', for a whole number. */
export function formatCount(count: number): string {
  return withSeparators(String(count))
}
