import { formatPrice } from '../shared/money.ts'
import type { Order } from './orders.ts'
import { type AdjustmentKind, SHOP_PRICING } from './pricing.ts'

type Amount = 'subTotal' | 'savedAmount' | 'shippingAmount' | 'taxAmount' | 'totalAmount'

/** An order or a cart, its amounts in decimal. */
export type TotalledOrder = Pick<Order, Amount | 'currency'> & { adjustments: readonly Labelled[] }

interface Labelled {
  kind: AdjustmentKind
  label: string
}

export interface TotalRow {
  key: 'items' | 'discount' | 'subtotal' | 'total' | AdjustmentKind
  label: string
  amount: string
}

/** The rows add up to the total. Where the shop does not deliver, neither shipping nor total are known. */
export function orderTotalRows(order: TotalledOrder, { isDelivered = true } = {}): TotalRow[] {
  const { subTotal, savedAmount, shippingAmount, taxAmount, totalAmount, currency, adjustments } = order
  const price = (amount: number) => formatPrice(amount, currency)
  const tax = taxOf(adjustments)
  const known = (amount: string) => (isDelivered ? amount : '—')
  // A cart without a line that can be ordered has nothing to ship.
  const free = subTotal > 0 ? 'Free' : '—'
  const discount: TotalRow[] = [
    { key: 'discount', label: 'Discount', amount: `−${price(savedAmount)}` },
    { key: 'subtotal', label: 'Subtotal', amount: price(subTotal) },
  ]
  const taxes: TotalRow[] = tax
    ? [{ key: tax.isIncluded ? 'included-tax' : 'tax', label: tax.label, amount: price(taxAmount) }]
    : []
  return [
    { key: 'items', label: 'Items', amount: price(subTotal + savedAmount) },
    ...(savedAmount > 0 ? discount : []),
    {
      key: 'shipping',
      label: shippingLabelOf(adjustments),
      amount: known(shippingAmount > 0 ? price(shippingAmount) : free),
    },
    ...(tax?.isIncluded ? [] : taxes),
    { key: 'total', label: 'Total', amount: known(price(totalAmount)) },
    ...(tax?.isIncluded ? taxes : []),
  ]
}

type InvoicedOrder = Pick<TotalledOrder, 'subTotal' | 'totalAmount' | 'currency'> & {
  adjustments: readonly (Labelled & { amount: number })[]
}

/** An invoice lists each discount, below items at the prices of its lines; its taxes stand in a table of their own. */
export function invoiceTotalRows({ subTotal, totalAmount, currency, adjustments }: InvoicedOrder): TotalRow[] {
  const price = (amount: number) => formatPrice(amount, currency)
  const rows = adjustments.filter(({ kind }) => kind !== 'included-tax')
  const discounts = rows.filter(({ kind }) => kind === 'product-discount' || kind === 'order-discount')
  return [
    { key: 'items', label: 'Items', amount: price(discounts.reduce((items, { amount }) => items - amount, subTotal)) },
    ...rows.map(({ kind, label, amount }) => ({
      key: kind,
      label: kind === 'shipping' ? shippingLabelOf(rows) : label,
      amount: price(amount),
    })),
    { key: 'total', label: 'Total', amount: price(totalAmount) },
  ]
}

export function taxOf(adjustments: readonly Labelled[]) {
  const row = adjustments.find(({ kind }) => kind === 'tax' || kind === 'included-tax')
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
