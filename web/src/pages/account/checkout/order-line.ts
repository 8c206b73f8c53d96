import { type Order, optionsText, productPath } from '@mela/contract'
import type { FormerLine } from '../../../features/shop/cart/refill.ts'
import type { OrderLine } from '../../../features/shop/orders/order-lines.tsx'

export function orderLineOf({ product, variant, options, price, quantity }: Order['products'][number]): OrderLine {
  const path = productPath(product, Object.keys(options).length > 0 ? variant : undefined)
  return { id: variant, path, name: product.name, options, thumbnail: product.thumbnail, price, quantity }
}

/** For buying it again. */
export function formerLinesOf({ products, currency }: Order): FormerLine[] {
  return products.map(({ product, options, price, quantity }) => ({
    name: [product.name, optionsText(options)].filter(Boolean).join(', '),
    ...{ price, currency, quantity },
  }))
}
