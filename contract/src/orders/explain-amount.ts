import { fromCents, toCents } from '../shared/money.ts'
import { orderTotalRows, signedPriceIn, type TotalledOrder, type TotalRow } from './order-total-rows.ts'
import { DEFAULT_TAX_CLASS, TAX_CLASS } from './taxes.ts'

export interface ExplainedLine {
  product: { name: string }
  price: number
  savedAmount: number
  quantity: number
}

/** An order or a cart. */
export type ExplainedOrder = TotalledOrder & {
  products: readonly ExplainedLine[]
  giftCards?: readonly { lastFour: string; amount: number }[]
}

export interface Reason {
  label: string
  amount: string
  /** The rule in words. */
  because?: string
}

/** What an amount is made of: rows that add up to it, or the one rule behind it. */
export function explainAmount(order: ExplainedOrder, row: TotalRow): Reason[] {
  const { currency, products, giftCards = [] } = order
  const price = signedPriceIn(currency)
  const nameOf = (line: number | null | undefined) => products[line ?? -1]?.product.name ?? `Line ${(line ?? 0) + 1}`
  const ofLines = (perUnit: (line: ExplainedLine) => number) =>
    products
      .map(line => ({ line, amount: times(perUnit(line), line.quantity) }))
      .filter(({ amount }) => amount !== 0)
      .map(({ line, amount }) => ({ label: `${line.quantity} × ${line.product.name}`, amount: price(amount) }))

  const own = adjustmentsOf(order, row)
  switch (row.key) {
    case 'items':
      return ofLines(line => line.price + line.savedAmount)
    case 'discount':
      return ofLines(line => -line.savedAmount)
    case 'subtotal':
    case 'total':
    case 'to-pay':
      return rowsAbove(order, row)
    case 'gift-card':
      return giftCards
        .filter(({ amount }) => amount > 0)
        .map(({ lastFour, amount }) => ({ label: `Gift card •••• ${lastFour}`, amount: price(-amount) }))
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
      return own.map(({ amount, line, label, source }) => ({
        label: line === null || line === undefined ? label : nameOf(line),
        amount: price(amount),
        ...(line !== null &&
          line !== undefined && {
            because: source === 'tax-exemption' ? 'The tax that it contains' : 'Its part of the discount',
          }),
      }))
  }
}

/** What a line costs, before the discounts of the order. */
export function explainLine({ price: reduced, savedAmount, quantity }: ExplainedLine, currency: string): Reason[] {
  const price = signedPriceIn(currency)
  const full = reduced + savedAmount
  const off = {
    label: 'Reduced',
    amount: price(times(-savedAmount, quantity)),
    because: `${price(savedAmount)} off each`,
  }
  return [
    { label: `${quantity} × ${price(full)}`, amount: price(times(full, quantity)) },
    ...(savedAmount > 0 ? [off] : []),
  ]
}

const times = (amount: number, quantity: number) => fromCents(toCents(amount) * quantity)

const adjustmentsOf = ({ adjustments }: TotalledOrder, row: TotalRow) =>
  adjustments.filter(({ kind, label }) => kind === row.key && (kind === 'shipping' || label === row.label))

/** Contained tax stands below the total, because the rows above have it already. */
function rowsAbove(order: TotalledOrder, { key }: TotalRow): Reason[] {
  const rows = orderTotalRows(order)
  const above = rows.slice(
    key === 'to-pay' ? rows.findIndex(row => row.key === 'total') : 0,
    rows.findIndex(row => row.key === key),
  )
  return above
    .filter(row => row.key !== 'subtotal' && row.key !== 'included-tax')
    .map(({ label, amount }) => ({ label, amount }))
}

/** The settings by which rows of an order are priced. */
export const PRICING_SETTINGS = {
  tax: [
    ...['money.taxPercent', 'money.taxName', 'money.taxIncluded', 'money.taxRates', 'money.taxOnShipping'],
    ...['money.shippingTaxClass', 'money.taxRounding', 'money.splitsGst', 'money.taxState', 'money.taxCountry'],
  ],
  classes: ['money.taxClasses'],
  exemption: ['money.taxFreeCompanies'],
  delivery: ['delivery.zones'],
  fee: ['payments.deliveryFee'],
}

/** The rules behind a row, as the audit log names them: settings and discounts. */
export function rulesBehind(order: TotalledOrder, row: TotalRow): string[] {
  const sources = adjustmentsOf(order, row).flatMap(({ source }) => source ?? [])
  const { tax, classes, exemption, delivery, fee } = PRICING_SETTINGS
  switch (row.key) {
    case 'tax':
    case 'included-tax':
      return sources.some(source => source.startsWith(TAX_CLASS)) ? [...tax, ...classes] : tax
    case 'shipping':
      return delivery
    case 'fee':
      return fee
    default:
      return sources.flatMap(source => (source === 'tax-exemption' ? exemption : source))
  }
}
