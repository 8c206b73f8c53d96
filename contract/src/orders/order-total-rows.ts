import { formatPrice, fromCents, toCents } from '../shared/money.ts'
import type { AdjustmentKind } from './adjustments.ts'
import { sumOf } from './cents.ts'
import type { Order } from './orders.ts'
import { SHOP_PRICING } from './pricing.ts'

type Amount = 'subTotal' | 'savedAmount' | 'shippingAmount' | 'taxAmount' | 'totalAmount'

interface Labelled {
  kind: AdjustmentKind
  label: string
}
type Row = Labelled & {
  amount: number
  line?: number | null
  source?: string | null
  percent?: number | null
  taxable?: number | null
}

/** An order or a cart, its amounts in decimal. */
export type TotalledOrder = Pick<Order, Amount | 'currency'> &
  Partial<Pick<Order, 'giftCardAmount' | 'amountToPay' | 'amountPaid' | 'status'>> & { adjustments: readonly Row[] }

export interface TotalRow {
  key: 'items' | 'discount' | 'subtotal' | 'total' | 'gift-card' | 'to-pay' | AdjustmentKind
  label: string
  amount: string
}

/** The rows add up to the total. Where the shop does not deliver, neither shipping nor total are known. */
export function orderTotalRows(order: TotalledOrder, { isDelivered = true } = {}): TotalRow[] {
  const { subTotal, savedAmount, totalAmount, currency, adjustments } = order
  const price = signedPriceIn(currency)
  const known = (amount: string) => (isDelivered ? amount : '—')
  const rows = mergedRows(adjustments)
  const rowsOf = (...kinds: AdjustmentKind[]) =>
    rows
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ kind, label, amount }): TotalRow => ({ key: kind, label, amount: price(amount) }))
  const discounts = rowsOf('product-discount', 'order-discount')
  const shipping = sumOf(rows.filter(({ kind }) => kind === 'shipping').map(({ amount }) => amount))
  // A cart without a line that can be ordered has nothing to ship.
  const free = itemsOf(order) > 0 ? 'Free' : '—'
  return [
    { key: 'items', label: 'Items', amount: price(itemsOf(order) + savedAmount) },
    ...(savedAmount > 0 ? [{ key: 'discount' as const, label: 'Discount', amount: price(-savedAmount) }] : []),
    ...discounts,
    ...(savedAmount > 0 || discounts.length > 0
      ? [{ key: 'subtotal' as const, label: 'Subtotal', amount: price(subTotal) }]
      : []),
    { key: 'shipping', label: shippingLabelOf(adjustments), amount: known(shipping > 0 ? price(shipping) : free) },
    ...(isDelivered ? rowsOf('shipping-discount') : []),
    ...rowsOf('fee', 'tax'),
    { key: 'total', label: 'Total', amount: known(price(totalAmount)) },
    ...rowsOf('included-tax'),
    ...giftCardRows(order, order.status !== 'cancelled'),
  ]
}

export const signedPriceIn = (currency: string) => (amount: number) =>
  amount < 0 ? `−${formatPrice(-amount, currency)}` : formatPrice(amount, currency)

function giftCardRows(order: Omit<TotalledOrder, Amount>, isPayable = true): TotalRow[] {
  const { giftCardAmount = 0, amountToPay = 0, amountPaid = 0, currency } = order
  if (giftCardAmount === 0) return []
  const isPaid = amountPaid > 0 && amountPaid >= amountToPay
  const rest = { label: isPaid ? 'Amount paid' : 'Amount to pay', amount: formatPrice(amountToPay, currency) }
  return [
    { key: 'gift-card', label: 'Paid by gift card', amount: `−${formatPrice(giftCardAmount, currency)}` },
    ...(isPaid || isPayable ? [{ key: 'to-pay' as const, ...rest }] : []),
  ]
}

/** An invoice lists each discount, below items at the prices of its lines; its taxes stand in a table of their own. */
export function invoiceTotalRows(order: Omit<TotalledOrder, 'savedAmount' | 'shippingAmount' | 'taxAmount'>) {
  const price = signedPriceIn(order.currency)
  const rows = mergedRows(order.adjustments).filter(({ kind }) => kind !== 'included-tax')
  const items: TotalRow = { key: 'items', label: 'Items', amount: price(itemsOf(order)) }
  const total: TotalRow = { key: 'total', label: 'Total', amount: price(order.totalAmount) }
  return [
    items,
    ...rows.map(({ kind, label, amount }) => ({
      key: kind,
      label: kind === 'shipping' ? shippingLabelOf(rows) : label,
      amount: price(amount),
    })),
    total,
    ...giftCardRows(order),
  ]
}

const itemsOf = ({ subTotal, adjustments }: Pick<TotalledOrder, 'subTotal' | 'adjustments'>) =>
  subTotal - inCents(adjustments.filter(({ kind }) => kind === 'product-discount' || kind === 'order-discount'))

/** A discount is one row, whichever lines it is allotted to, and a rate is one, whichever classes have it. */
function mergedRows(adjustments: readonly Row[]): Row[] {
  const rows = new Map<string, Row[]>()
  for (const row of adjustments) {
    const key = JSON.stringify([row.kind, row.label, isTax(row) ? null : row.source])
    rows.set(key, [...(rows.get(key) ?? []), row])
  }
  return [...rows.values()].flatMap(([row, ...others]) => (row ? [{ ...row, amount: inCents([row, ...others]) }] : []))
}

/** Decimals are added as cents, of which floats are exact. */
const inCents = (rows: { amount: number }[]) => fromCents(sumOf(rows.map(({ amount }) => toCents(amount))))

const isTax = ({ kind }: Labelled) => kind === 'tax' || kind === 'included-tax'

export function taxOf(adjustments: readonly Labelled[]) {
  const row = adjustments.find(isTax)
  return row && { label: row.label, isIncluded: row.kind === 'included-tax' }
}

export const deliveryMethodOf = (adjustments: readonly Labelled[]): string =>
  adjustments.find(({ kind }) => kind === 'shipping')?.label ?? SHOP_PRICING.shipping.label

function shippingLabelOf(adjustments: readonly Labelled[]): string {
  const method = deliveryMethodOf(adjustments)
  return method === SHOP_PRICING.shipping.label ? method : `Shipping (${method})`
}

type CompanyNumbers = Record<'registration' | 'taxNumber', string | null>

export function companyNumbers({ registration, taxNumber }: CompanyNumbers): string[] {
  const labelled = (label: string, number: string | null) =>
    number === null ? [] : [number.includes(':') ? number : `${label}: ${number}`]
  return [...labelled('Registration', registration), ...labelled('Tax number', taxNumber)]
}
