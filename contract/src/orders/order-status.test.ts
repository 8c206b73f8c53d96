import { expect, it } from 'vitest'
import { nextStatuses, type OrderStatus, orderStatuses } from './order-status.ts'

/** Rows are from, columns are to, x is allowed. */
const matrix = `
              pending processing shipped delivered cancelled refunded
  pending        -        x         x        x         x        -
  processing     -        -         x        x         x        x
  shipped        -        -         -        x         x        x
  delivered      -        -         -        -         -        x
  cancelled      -        -         -        -         -        x
  refunded       -        -         -        -         -        -
`
const [columns = [], ...rows] = matrix
  .trim()
  .split('\n')
  .map(row => row.trim().split(/\s+/))
const pairs = rows.flatMap(([from, ...cells]) =>
  cells.map((cell, column) => ({ from, to: columns[column], verdict: cell === 'x' ? 'goes' : 'never goes' })),
)

it('T226 knows six statuses and 36 pairs of them', () => {
  expect([...orderStatuses]).toEqual(['pending', 'processing', 'shipped', 'delivered', 'cancelled', 'refunded'])
  expect(columns).toEqual([...orderStatuses])
  expect(pairs).toHaveLength(36)
})

it.each(pairs)('T226 an order $verdict from $from to $to', ({ from, to, verdict }) => {
  const next: readonly string[] = nextStatuses[from as OrderStatus]

  expect(next.includes(to ?? '')).toBe(verdict === 'goes')
})
