import { formatPrice, fromCents, toCents } from '../shared/money.ts'
import { orderTotalRows, type TotalledOrder, type TotalRow } from './order-total-rows.ts'
import { DEFAULT_TAX_CLASS, TAX_CLASS } from './taxes.ts'

/** An order, or a cart, whose lines are not named. */
export type ExplainedOrder = TotalledOrder & {
  products?: readonly { product: { name: string }; price: number; savedAmount: number; quantity: number }[]
}

interface Reason {
  label: string
  amount: string
  because?: string
}

/** What an amount is made of: rows that add up to it, or the one rule behind it. */
export function explainAmount(order: ExplainedOrder, row: TotalRow): Reason[] {
  const { currency, adjustments, products = [] } = order
  const price = (amount: number) => (amount < 0 ? `−${formatPrice(-amount, currency)}` : formatPrice(amount, currency))
  const nameOf = (line: number | null | undefined) => products[line ?? -1]?.product.name ?? `Line ${(line ?? 0) + 1}`
  const ofLines = (perUnit: (line: (typeof products)[number]) => number) =>
    products
      .map(line => ({ line, cents: toCents(perUnit(line)) * line.quantity }))
      .filter(({ cents }) => cents !== 0)
      .map(({ line, cents }) => ({ label: `${line.quantity} × ${line.product.name}`, amount: price(fromCents(cents)) }))

  const own = adjustments.filter(({ kind, label }) => kind === row.key && (kind === 'shipping' || label === row.label))
  switch (row.key) {
    case 'items':
      return ofLines(line => line.price + line.savedAmount)
    case 'discount':
      return ofLines(line => -line.savedAmount)
    case 'subtotal':
    case 'total':
      return rowsAbove(order, row)
    case 'tax':
    case 'included-tax':
      return own.map(({ amount, percent, taxable, source }) => ({
        label: `${source?.replace(TAX_CLASS, '') ?? DEFAULT_TAX_CLASS} class`,
        amount: price(amount),
        ...(typeof percent === 'number' && {
          because: `${percent}% of ${price(taxable ?? 0)}, which is the net amount`,
        }),
      }))
    case 'shipping':
      return own.map(({ label, amount }) => ({ label, amount: price(amount), because: 'By the method of the zone' }))
    case 'fee':
      return own.map(({ label, amount }) => ({ label, amount: price(amount), because: 'For the way to pay' }))
    default:
      return own.map(({ amount, line, label }) => ({
        label: line === null || line === undefined ? label : nameOf(line),
        amount: price(amount),
        ...(line !== null && line !== undefined && { because: 'Its share, by what the lines cost' }),
      }))
  }
}

/** Contained tax stands below the total, because the rows above have it already. */
function rowsAbove(order: TotalledOrder, { key }: TotalRow): Reason[] {
  const rows = orderTotalRows(order)
  const above = rows.slice(
    0,
    rows.findIndex(row => row.key === key),
  )
  return above.filter(row => row.key !== 'subtotal').map(({ label, amount }) => ({ label, amount }))
}
