const grouped = /^\d{1,3}(,\d{2,3})*,\d{3}(\.\d*)?$/

/** '1,250.50' without the commas between thousands or lakhs; any other text stays as typed. */
export function plainAmount(typed: string): string {
  const text = typed.trim()
  return grouped.test(text) ? text.replaceAll(',', '') : text
}
