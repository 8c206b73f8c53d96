import { allot, percentOf, shareOf, sumOf } from './cents.ts'

export type AppliedDiscount = {
  /** Names the rule or the code, such as 'discount:…'. */
  source: string
  label: string
  lines: number[]
} & (
  | { kind: 'percent'; percent: number }
  | { kind: 'amount'; cents: number }
  | { kind: 'free-delivery' }
  | { kind: 'buy-get'; buy: number; get: number; percent: number }
)

export interface DiscountRow {
  kind: 'product-discount' | 'order-discount'
  label: string
  cents: number
  line: number
  source: string
}

interface Left {
  cents: number
  quantity: number
}

/** Takes each discount from what the ones before it have left, line by line. Free delivery is no matter of lines. */
export function applyDiscounts(
  lines: Left[],
  discounts: readonly AppliedDiscount[],
): { left: number[]; rows: DiscountRow[] } {
  const left = lines.map(({ cents }) => cents)
  const rows = discounts.flatMap(discount => {
    const covered = [...new Set(discount.lines)].filter(position => position in lines)
    const kind = covered.length === lines.length ? 'order-discount' : 'product-discount'
    const parts = partsOf(
      discount,
      covered.map(position => ({ cents: left[position] ?? 0, quantity: lines[position]?.quantity ?? 0 })),
    )
    return covered.flatMap((line, index): DiscountRow[] => {
      const part = parts[index] ?? 0
      left[line] = (left[line] ?? 0) - part
      return part > 0 ? [{ kind, label: discount.label, cents: -part, line, source: discount.source }] : []
    })
  })
  return { left, rows }
}

function partsOf(discount: AppliedDiscount, lines: Left[]): number[] {
  const cents = lines.map(line => line.cents)
  const all = sumOf(cents)
  switch (discount.kind) {
    case 'percent':
      return allot(Math.min(all, percentOf(all, discount.percent)), cents)
    case 'amount':
      return allot(Math.min(all, discount.cents), cents)
    case 'buy-get':
      return buyGetParts(discount, lines)
    case 'free-delivery':
      return cents.map(() => 0)
  }
}

/** The cheapest units are those that one gets. */
function buyGetParts({ buy, get, percent }: { buy: number; get: number; percent: number }, lines: Left[]): number[] {
  const units = sumOf(lines.map(({ quantity }) => quantity))
  const rest = units % (buy + get)
  let reduced = Math.floor(units / (buy + get)) * get + Math.max(0, rest - buy)
  const parts = lines.map(() => 0)
  const byPrice = lines.map((line, position) => ({ ...line, position }))
  for (const { cents, quantity, position } of byPrice.sort((a, b) => a.cents * b.quantity - b.cents * a.quantity)) {
    const taken = Math.min(reduced, quantity)
    reduced -= taken
    parts[position] = Math.min(cents, percentOf(shareOf(cents, taken, quantity), percent))
  }
  return parts
}
