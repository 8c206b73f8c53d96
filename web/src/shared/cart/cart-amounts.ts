import {
  deliveryMethodsFor,
  type ExplainedOrder,
  effectivePrice,
  fromCents,
  type LineToPrice,
  orderTotals,
  type PricingContext,
  pricingOf,
  savedPerUnit,
  toCents,
} from '@mela/contract'
import { useShop } from '../../lib/shop.ts'
import { type Cart, type CartItem, isAvailable, useCart } from './cart.store.ts'
import { isEmailed } from './is-emailed.ts'

/** Decimal amounts. */
interface PricedCart extends Cart {
  totalPrice: number
}

/** With amounts in cents and weights in grams. */
const lineOf = ({ product, quantity }: CartItem): LineToPrice => ({
  product: { ...product, price: toCents(product.price), salePrice: toCents(product.salePrice) },
  quantity,
})

/** Decimal amounts of a unit. */
export function pricedItem(item: CartItem) {
  const { product } = lineOf(item)
  const { name } = item.product
  const amounts = { price: fromCents(effectivePrice(product)), savedAmount: fromCents(savedPerUnit(product)) }
  return { ...amounts, quantity: item.quantity, product: { name } }
}

/**
 * The cart and its summary, priced by the shop's rules for the cart's address, with the chosen delivery method or the
 * cheapest.
 */
export function usePricedCart(method?: string, fee?: PricingContext['fee']) {
  const stored = useCart()
  const shop = useShop()
  const pricing = { ...pricingOf(shop, stored.address, method), ...(fee && { fee }) }
  const items = stored.items.filter(({ product }) => isAvailable(product))
  const lines = items.map(lineOf)
  const totals = orderTotals(lines, pricing)
  const cart: PricedCart = { ...stored, totalPrice: fromCents(totals.totalPrice) }
  const order: ExplainedOrder = {
    products: items.map(pricedItem),
    subTotal: fromCents(totals.itemsPrice),
    savedAmount: fromCents(totals.discountPrice),
    shippingAmount: fromCents(totals.shippingPrice),
    taxAmount: fromCents(totals.taxPrice),
    totalAmount: cart.totalPrice,
    currency: shop.currency,
    adjustments: totals.adjustments.map(({ cents, taxable, ...row }) => ({
      ...row,
      amount: fromCents(cents),
      ...(taxable !== undefined && { taxable: fromCents(taxable) }),
    })),
  }
  const methods = isEmailed(items) ? [] : deliveryMethodsFor(shop, stored.address)
  const deliveries = methods.map(method => ({
    ...method,
    amount: fromCents(orderTotals(lines, pricingOf(shop, stored.address, method.name)).shippingPrice),
  }))
  return {
    cart,
    summary: { order, isDelivered: isEmailed(items) || deliveries.length > 0 },
    deliveries,
    goods: fromCents(totals.goodsPrice),
  }
}
