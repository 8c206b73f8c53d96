import { FREE_SHIPPING_ABOVE_CENTS, SHIPPING_CENTS, TAX_PERCENT } from '../shared/constants.ts'

export interface Priced {
  price: number
  onSale: boolean
  salePrice: number | null
}

/** What one unit costs now: the sale price counts only between 0 and the price (B8). Any one unit of money. */
export function effectivePrice({ price, onSale, salePrice }: Priced): number {
  return onSale && salePrice !== null && salePrice > 0 && salePrice < price ? salePrice : price
}

/** What one unit is cheaper by, in the unit of money that came in. */
export function savedPerUnit(product: Priced): number {
  return product.price - effectivePrice(product)
}

/** Whole percents that a product is cheaper by, as its tag says. */
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

/** The one place that knows shipping, tax and rounding: integer cents in, integer cents out (T104, B2-B7). */
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
