import { type Adjustment, adjustmentsOf, SHOP_PRICING, sumOf } from './pricing.ts'

export interface Priced {
  price: number
  onSale: boolean
  salePrice: number | null
}

/** The price of one unit: the sale price counts only between 0 and the price. Any unit of money. */
export function effectivePrice({ price, onSale, salePrice }: Priced): number {
  return onSale && salePrice !== null && salePrice > 0 && salePrice < price ? salePrice : price
}

/** Discount of one unit, in the unit of money of the arguments. */
export function savedPerUnit(product: Priced): number {
  return product.price - effectivePrice(product)
}

/** Discount in percent, of which the sale tag shows the whole ones. */
export function savedPercent(product: Priced): number {
  return product.price > 0 ? (savedPerUnit(product) / product.price) * 100 : 0
}

export interface OrderTotals {
  /** What the items cost after all discounts. */
  itemsPrice: number
  /** What sale prices save; discounts are adjustments. */
  discountPrice: number
  shippingPrice: number
  /** On top of the items, or contained in them. */
  taxPrice: number
  totalPrice: number
}

export interface PricedOrder extends OrderTotals {
  /** The rows beside the lines that the totals add up. */
  adjustments: Adjustment[]
}

/** A line of an order; without a weight it adds none. */
export interface LineToPrice {
  product: Priced & { weight?: number | null }
  quantity: number
}

/** The weight of all lines, in grams. */
export const weightOf = (lines: LineToPrice[]) =>
  sumOf(lines.map(({ product, quantity }) => (product.weight ?? 0) * quantity))

/** The only function that prices an order: integer cents in and out (ADR 0036). */
export function orderTotals(lines: LineToPrice[], context = SHOP_PRICING): PricedOrder {
  const cents = (each: (product: Priced) => number) => lines.map(({ product, quantity }) => each(product) * quantity)
  const adjustments = adjustmentsOf(cents(effectivePrice), weightOf(lines), context)
  const sumOfRows = (isWanted: (row: Adjustment) => boolean) =>
    sumOf(adjustments.filter(isWanted).map(row => row.cents))

  const itemsPrice =
    sumOf(cents(effectivePrice)) + sumOfRows(({ kind }) => kind === 'product-discount' || kind === 'order-discount')
  const shippingPrice = sumOfRows(({ kind }) => kind.startsWith('shipping'))
  const taxOnTop = sumOfRows(({ kind }) => kind === 'tax')
  return {
    itemsPrice,
    discountPrice: sumOf(cents(savedPerUnit)),
    shippingPrice,
    taxPrice: taxOnTop + sumOfRows(({ kind }) => kind === 'included-tax'),
    totalPrice: itemsPrice + shippingPrice + taxOnTop,
    adjustments,
  }
}
