import { effectivePrice, fromCents, type OrderInput, savedPerUnit, toCents } from '@mela/contract'
import type { Cart } from '../../../features/shop/cart/cart.store.ts'
import { cartAmounts } from '../../../features/shop/cart/cart-amounts.ts'

/** The cart as an order: amounts are those that the shopper saw, the server computes its own (B1, B2). */
export function orderInputOf(cart: Cart, { _id, ...shippingAddress }: NonNullable<Cart['address']>): OrderInput {
  return {
    products: cart.items.map(({ product, quantity }) => ({
      product: product._id,
      price: effectivePrice(product),
      savedAmount: fromCents(toCents(savedPerUnit(product))),
      quantity,
    })),
    ...cartAmounts(cart),
    shippingAddress,
  }
}
