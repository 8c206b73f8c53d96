const grouped = /^\d{1,3}(,\d{2,3})*,\d{3}(\.\d*)?$/
const withDecimalComma = /^(\d+|\d{1,3}(\.\d{3})+),\d{1,2}$/

/**
 * '1,250.50' without the commas between thousands or lakhs, and '1.250,50' with a decimal point, because the keyboard of a
 * phone may have no other key than the comma; any other text stays as typed.
 */
export function plainAmount(typed: string): string {
  const text = typed.trim()
  if (withDecimalComma.test(text)) return text.replaceAll('.', '').replace(',', '.')
  return grouped.test(text) ? text.replaceAll(',', '') : text
}
