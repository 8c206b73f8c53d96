import {
  deliveryMethodsFor,
  fromCents,
  type LineToPrice,
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
import { type Cart, isAvailable, useCart } from './cart.store.ts'

/** Decimal amounts. */
interface PricedCart extends Cart {
  itemsPrice: number
  totalPrice: number
}

/** The lines that can be ordered, with amounts in cents and weights in grams. */
const linesOf = ({ items }: Cart): LineToPrice[] =>
  items
    .filter(({ product }) => isAvailable(product))
    .map(({ product: { price, onSale, salePrice, weight = null, taxClass, isGiftCard }, quantity }) => ({
      product: { price: toCents(price), onSale, salePrice: toCents(salePrice), weight, taxClass, isGiftCard },
      quantity,
    }))

/**
 * The cart and its summary, priced by the shop's rules for the cart's address, with the chosen delivery method or the
 * cheapest.
 */
export function usePricedCart(method?: string, fee?: PricingContext['fee']) {
  const stored = useCart()
  const shop = useShop()
  const pricing = { ...pricingOf(shop, stored.address, method), ...(fee && { fee }) }
  const lines = linesOf(stored)
  const { itemsPrice, discountPrice, shippingPrice, taxPrice, totalPrice, adjustments } = orderTotals(lines, pricing)
  const cart: PricedCart = { ...stored, itemsPrice: fromCents(itemsPrice), totalPrice: fromCents(totalPrice) }
  const shipped = { items: itemsPrice, grams: weightOf(lines) }
  const { label, freeAboveCents } = shippingOf(pricing, shipped)
  const order: TotalledOrder = {
    subTotal: cart.itemsPrice,
    savedAmount: fromCents(discountPrice),
    shippingAmount: fromCents(shippingPrice),
    taxAmount: fromCents(taxPrice),
    totalAmount: cart.totalPrice,
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
