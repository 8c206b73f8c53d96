/** Formats a date as PayPal does: UTC, without fractions of a second. */
export function timestamp(date: Date) {
  return `${date.toISOString().slice(0, 19)}Z`
}
