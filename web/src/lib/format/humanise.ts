/** 'totalSales' and 'total_sales' as people write it: 'Total sales'; what is words already stays. */
export function humanise(key: string): string {
  if (/\s/.test(key)) return key
  const words = key
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
