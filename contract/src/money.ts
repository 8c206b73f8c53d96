/** Cents of a decimal amount, half up on the written digits (15 of them), so that 1.005 is 101 and not 100 (DECISIONS B3). */
export function toCents(amount: number): number {
  const written = String(amount)
  return Math.round(written.includes('e') ? amount * 100 : Number(`${written}e2`))
}

export function fromCents(cents: number): number {
  return cents / 100
}

/** '$1234.50': two decimals, no thousands separator (DECISIONS B28). */
export function formatPrice(amount: number): string {
  return `$${fromCents(toCents(amount)).toFixed(2)}`
}
