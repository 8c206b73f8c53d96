/** Currencies without or with three decimals do not occur here. */
export const displayMoney = (cents: number, currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100)
