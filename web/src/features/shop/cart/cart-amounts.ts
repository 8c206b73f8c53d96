import type { Cart } from './cart.store.ts'
import type { OrderAmounts } from './order-summary.tsx'

/** The cart's totals with the field names of an order. */
export function cartAmounts({ itemsPrice, discountPrice, shippingPrice, taxPrice, totalPrice }: Cart): OrderAmounts {
  return {
    subTotal: itemsPrice,
    savedAmount: discountPrice,
    shippingAmount: shippingPrice,
    taxAmount: taxPrice,
    totalAmount: totalPrice,
  }
}
