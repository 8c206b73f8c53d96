/** 'Central European Time' for 'Europe/Berlin'. */
export function timeZoneText(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longGeneric' }).formatToParts()
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  return name.replace(/^GMT([+-]00:00)?$/, 'UTC')
}

/** 'Total sales' for 'totalSales' and 'total_sales'; plain words stay. */
export function humanise(key: string): string {
  if (/\s/.test(key)) return key
  const words = key
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const grouped = /^[1-9]\d{0,2}(,\d{2,3})*,\d{3}(\.\d*)?$/
const withDecimalComma = /^((\d+|\d{1,3}(\.\d{3})+),\d{1,2}|0,\d+)$/

/** '1,250.50' without the commas between thousands or lakhs; otherwise as `withDecimalPoint`. */
export function plainAmount(typed: string): string {
  const text = typed.trim()
  return grouped.test(text) ? text.replaceAll(',', '') : withDecimalPoint(text)
}

/**
 * '1.250,50' with a decimal point, because the keyboard of a phone may have no other key than the comma. '2,500' stays as
 * typed, and is refused where it is not an amount: it may be either.
 */
export function withDecimalPoint(typed: string): string {
  const text = typed.trim()
  return withDecimalComma.test(text) ? text.replaceAll('.', '').replace(',', '.') : text
}
