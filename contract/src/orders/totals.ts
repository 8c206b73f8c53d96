import { FREE_SHIPPING_ABOVE_CENTS, SHIPPING_CENTS, TAX_PERCENT } from '../shared/constants.ts'

export interface Priced {
  price: number
  onSale: boolean
  salePrice: number | null
}

/** The price of one unit: the sale price counts only between 0 and the price (B8). Any unit of money. */
export function effectivePrice({ price, onSale, salePrice }: Priced): number {
  return onSale && salePrice !== null && salePrice > 0 && salePrice < price ? salePrice : price
}

/** Discount of one unit, in the unit of money of the arguments. */
export function savedPerUnit(product: Priced): number {
  return product.price - effectivePrice(product)
}

/** Discount in whole percent, as the sale tag shows it. */
export function savedPercent(product: Priced): number {
  return Math.round((savedPerUnit(product) / product.price) * 100)
}

export interface OrderTotals {
  itemsPrice: number
  discountPrice: number
  shippingPrice: number
  taxPrice: number
  totalPrice: number
}

/** Computes shipping, tax and rounding, and nothing else does: integer cents in and out (T104, B2-B7). */
export function orderTotals(lines: { product: Priced; quantity: number }[]): OrderTotals {
  const sum = (cents: (product: Priced) => number) =>
    lines.reduce((total, { product, quantity }) => total + cents(product) * quantity, 0)

  const itemsPrice = sum(effectivePrice)
  const discountPrice = sum(savedPerUnit)
  const isEmpty = lines.length === 0
  const shippingPrice = isEmpty || itemsPrice > FREE_SHIPPING_ABOVE_CENTS ? 0 : SHIPPING_CENTS
  const taxPrice = Math.round((itemsPrice * TAX_PERCENT) / 100)
  return { itemsPrice, discountPrice, shippingPrice, taxPrice, totalPrice: itemsPrice + shippingPrice + taxPrice }
}
