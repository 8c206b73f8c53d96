import type { OrderStatus } from '@mela/contract'
import { orderTotals } from '@mela/contract'

/** The whole of the rules, as small as they can be said; the shop must agree with it after every step. */
export interface TradeModel {
  products: { priceCents: number; left: number }[]
  orders: ModelOrder[]
}

export interface ModelOrder {
  product: number
  quantity: number
  totalCents: number
  status: OrderStatus
  /** The payment that counts. */
  payment: 'none' | 'pending' | 'completed'
  /** What the provider took and has not given back. */
  heldCents: number
}

export function place(model: TradeModel, product: number, quantity: number): ModelOrder | undefined {
  const offer = model.products[product]
  if (!offer || offer.left < quantity) return undefined

  offer.left -= quantity
  const priced = { price: offer.priceCents, onSale: false, salePrice: 0 }
  const totalCents = orderTotals([{ product: priced, quantity }]).totalPrice
  const order: ModelOrder = { product, quantity, totalCents, status: 'pending', payment: 'none', heldCents: 0 }
  model.orders.push(order)
  return order
}

export const isPayable = ({ status, payment }: ModelOrder) => status === 'pending' && payment === 'none'

/** The provider says that the money is there. */
export function paid(order: ModelOrder): void {
  order.heldCents = order.totalCents
  if (order.status !== 'pending') return
  order.payment = 'completed'
  order.status = 'processing'
}

export const canCancel = ({ status }: ModelOrder) => status === 'pending' || status === 'processing'

export function cancel(model: TradeModel, order: ModelOrder): void {
  const offer = model.products[order.product]
  if (offer) offer.left += order.quantity
  order.status = 'cancelled'
}
