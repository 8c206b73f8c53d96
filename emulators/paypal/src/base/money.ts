export interface Money {
  currency_code: string
  value: string
}

/** Converts a decimal amount to cents; exact for up to two decimals, which PayPal requires. */
export function toCents(value: string) {
  return Math.round(Number(value) * 100)
}

export function money(cents: number, currency: string): Money {
  return { currency_code: currency, value: (cents / 100).toFixed(2) }
}

export function displayMoney({ currency_code, value }: Money) {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: currency_code }).format(toCents(value) / 100)
}
