import {
  deliveryMethodsFor,
  fromCents,
  orderTotals,
  type PricingContext,
  pricingOf,
  shippingCents,
  shippingOf,
  shippingRuleOf,
  type TotalledOrder,
  toCents,
  weightOf,
} from '@mela/contract'
import { useShop } from '../../lib/shop.ts'
import { type Cart, cartTotals, linesOf, useCart } from './cart.store.ts'

/** The cart's totals with the field names of an order. */
function cartAmounts({ itemsPrice, discountPrice, shippingPrice, taxPrice, totalPrice }: Cart) {
  return {
    subTotal: itemsPrice,
    savedAmount: discountPrice,
    shippingAmount: shippingPrice,
    taxAmount: taxPrice,
    totalAmount: totalPrice,
  }
}

/**
 * The cart and its summary, priced by the shop's rules for the cart's address, with the chosen delivery method or the
 * cheapest. The stored cart has totals by SPEC's rules, which are never read.
 */
export function usePricedCart(method?: string, fee?: PricingContext['fee']) {
  const stored = useCart()
  const shop = useShop()
  const pricing = { ...pricingOf(shop, stored.address, method), ...(fee && { fee }) }
  const cart: Cart = { ...stored, ...cartTotals(stored.items, pricing) }
  const shipped = { items: toCents(cart.itemsPrice), grams: weightOf(linesOf(stored.items)) }
  const { label, freeAboveCents } = shippingOf(pricing, shipped)
  const { adjustments } = orderTotals(linesOf(stored.items), pricing)
  const order: TotalledOrder = {
    ...cartAmounts(cart),
    currency: shop.currency,
    adjustments: adjustments.map(({ cents, taxable, ...row }) => ({
      ...row,
      amount: fromCents(cents),
      ...(taxable !== undefined && { taxable: fromCents(taxable) }),
    })),
  }
  const deliveries = deliveryMethodsFor(shop, stored.address).map(method => ({
    ...method,
    amount: fromCents(shippingCents(shippingRuleOf(method), shipped)),
  }))
  return {
    cart,
    summary: { order, isDelivered: deliveries.length > 0 },
    deliveries,
    delivery: label,
    freeAboveCents,
  }
}
