import { type Adjustment, type AdjustmentKind, adjustmentsOf, SHOP_PRICING, sumOf } from './pricing.ts'

export interface Priced {
  price: number
  onSale: boolean
  salePrice: number | null
}

/** The sale price counts only between 0 and the price. Any unit of money. */
export function effectivePrice({ price, onSale, salePrice }: Priced): number {
  return onSale && salePrice !== null && salePrice > 0 && salePrice < price ? salePrice : price
}

export function savedPerUnit(product: Priced): number {
  return product.price - effectivePrice(product)
}

export function savedPercent(product: Priced): number {
  return product.price > 0 ? (savedPerUnit(product) / product.price) * 100 : 0
}

export interface OrderTotals {
  itemsPrice: number
  /** What sale prices save. */
  discountPrice: number
  shippingPrice: number
  taxPrice: number
  totalPrice: number
}

export interface PricedOrder extends OrderTotals {
  adjustments: Adjustment[]
}

export interface LineToPrice {
  product: Priced & { weight?: number | null }
  quantity: number
}

export const weightOf = (lines: LineToPrice[]) =>
  sumOf(lines.map(({ product, quantity }) => (product.weight ?? 0) * quantity))

/** Every price of an order comes from here: integer cents in and out (ADR 0036). */
export function orderTotals(lines: LineToPrice[], context = SHOP_PRICING): PricedOrder {
  const cents = (each: (product: Priced) => number) => lines.map(({ product, quantity }) => each(product) * quantity)
  const adjustments = adjustmentsOf(cents(effectivePrice), weightOf(lines), context)
  const sumOfRows = (kind: AdjustmentKind) => sumOf(adjustments.filter(row => row.kind === kind).map(row => row.cents))

  const itemsPrice = sumOf(cents(effectivePrice))
  const shippingPrice = sumOfRows('shipping')
  const taxOnTop = sumOfRows('tax')
  return {
    itemsPrice,
    discountPrice: sumOf(cents(savedPerUnit)),
    shippingPrice,
    taxPrice: taxOnTop + sumOfRows('included-tax'),
    totalPrice: itemsPrice + shippingPrice + taxOnTop,
    adjustments,
  }
}
