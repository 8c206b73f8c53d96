/** 'Total sales' for 'totalSales' and 'total_sales'; plain words stay. */
export function humanise(key: string): string {
  if (/\s/.test(key)) return key
  const words = key
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
