import { toCents } from '../shared/money.ts'
import { allot, shareOf, sumOf } from './cents.ts'
import type { Order } from './orders.ts'
import { TAX_CLASS } from './taxes.ts'

export type TaxedOrder = Pick<Order, 'adjustments'> & {
  products: Pick<Order['products'][number], 'price' | 'quantity' | 'taxClass' | 'gifts'>[]
}

/** What a line of an order cost, in cents. The last is delivery with its fee: it has no line and one unit. */
interface LineCost {
  line: number | null
  quantity: number
  cents: number
  /** Net and tax by each row of tax, then what is not taxed. Rows of one class have one net, in the first of them. */
  parts: number[]
}

/** What each line cost after its discounts and with its share of the taxes: they add up to the order's total. */
export function costsOf({ products, adjustments }: TaxedOrder): LineCost[] {
  const taxes = adjustments.filter(isTax)
  const chargedFor = (line: number | null) =>
    sumOf(adjustments.filter(row => row.line === line && !isTax(row)).map(({ amount }) => toCents(amount)))
  const lines = products.map(({ price, quantity, ...line }, position) => ({
    ...{ line: position, quantity, left: toCents(price) * quantity + chargedFor(position), source: sourceOf(line) },
  }))
  const delivery = chargedFor(null)
  const costs: LineCost[] = [
    ...lines.map(({ line, quantity, left }) => ({ line, quantity, cents: left, parts: [] })),
    { line: null, quantity: 1, cents: delivery, parts: [] },
  ]
  const untaxed = costs.map(({ cents }) => cents)
  for (const rows of Map.groupBy(taxes, ({ source }) => source).values()) {
    const [{ kind, source, taxable } = {}] = rows
    const isIncluded = kind === 'included-tax'
    const amounts = rows.map(({ amount }) => toCents(amount))
    const ofLines = lines.map(line => (line.source === source ? line.left : 0))
    const base = toCents(taxable ?? 0) + (isIncluded ? sumOf(amounts) : 0)
    const taxed = [...ofLines, Math.max(0, base - sumOf(ofLines))]
    const shares = amounts.map(cents => allot(cents, taxed))
    for (const [position, cost] of costs.entries()) {
      const gross = taxed[position] ?? 0
      const own = shares.map(share => share[position] ?? 0)
      const net = isIncluded ? gross - sumOf(own) : gross
      cost.parts.push(...own.flatMap((tax, index) => [index === 0 ? net : 0, tax]))
      if (!isIncluded) cost.cents += sumOf(own)
      untaxed[position] = (untaxed[position] ?? 0) - gross
    }
  }
  return costs.map((cost, position) => ({ ...cost, parts: [...cost.parts, untaxed[position] ?? 0] }))
}

const isTax = ({ kind }: { kind: string }) => kind === 'tax' || kind === 'included-tax'

/** Of the rows of tax that a line has a share of; gift cards have none. */
const sourceOf = ({ taxClass, gifts }: Pick<TaxedOrder['products'][number], 'taxClass' | 'gifts'>) =>
  gifts ? undefined : taxClass && TAX_CLASS + taxClass

/** What units of a line cost, beside those that were refunded: its cost is their sum, whatever the steps. */
export const unitsCost = (
  { quantity, cents }: Pick<LineCost, 'quantity' | 'cents'>,
  refunded: { quantity: number; cents: number },
  wanted: number,
): number => Math.max(0, shareOf(cents, refunded.quantity + wanted, quantity) - refunded.cents)
