import type { Order } from '@mela/contract'
import type { OrderLine } from '../../../features/shop/orders/order-lines.tsx'

export function orderLineOf({ product, price, quantity }: Order['products'][number]): OrderLine {
  return { id: product._id, name: product.name, thumbnail: product.thumbnail, price, quantity }
}
