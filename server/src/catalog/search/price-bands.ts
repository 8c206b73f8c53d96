import { fromCents } from '@mela/contract'

const MOST_BANDS = 5
const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8]

/** Round amounts in cents, from 0 to beyond any price. */
export const ROUND_AMOUNTS = [
  0,
  ...[2, 3, 4, 5, 6, 7, 8, 9, 10].flatMap(power => STEPS.map(step => Math.round(step * 10 ** power))),
]

interface Band {
  from: number
  to: number
  count: number
}

/**
 * At most five bands of about equal weight. `counts` holds the number of prices in each step between round amounts: the
 * first from 0 to the first amount. Empty bands are left out.
 */
export function priceBands(counts: number[]): Band[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const bands: Band[] = []
  let open: Band | undefined
  let seen = 0
  for (const [step, count] of counts.entries()) {
    const [from = 0, to = 0] = ROUND_AMOUNTS.slice(step, step + 2).map(fromCents)
    if (!open && count === 0) continue
    open = { from: open?.from ?? from, to: count > 0 ? to : (open?.to ?? to), count: (open?.count ?? 0) + count }
    seen += count
    if (seen >= ((bands.length + 1) * total) / MOST_BANDS) {
      bands.push(open)
      open = undefined
    }
  }
  return bands
}
