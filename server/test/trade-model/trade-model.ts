import { type OrderStatus, orderTotals } from '@mela/contract'

/** The rules in their smallest form; the shop must agree with it after every step. */
export interface TradeModel {
  products: { priceCents: number; left: number }[]
  orders: ModelOrder[]
}

export interface ModelOrder {
  product: number
  quantity: number
  totalCents: number
  status: OrderStatus
  payment: 'none' | 'pending' | 'completed'
  /** Cents that the provider has captured and not refunded. */
  heldCents: number
  /** The buyer's approval, or the state of an eCheck, that the provider has not reported yet. */
  unreported: 'nothing' | 'approved' | 'waiting' | 'cleared' | 'bounced'
  /** The buyer was redirected to the provider, which must be queried before the order expires. */
  isStarted: boolean
}

export function place(model: TradeModel, product: number, quantity: number): ModelOrder | undefined {
  const goods = model.products[product]
  if (!goods || goods.left < quantity) return undefined

  goods.left -= quantity
  const priced = { price: goods.priceCents, onSale: false, salePrice: 0 }
  const totalCents = orderTotals([{ product: priced, quantity }]).totalPrice
  const order: ModelOrder = {
    product,
    quantity,
    totalCents,
    status: 'pending',
    payment: 'none',
    heldCents: 0,
    unreported: 'nothing',
    isStarted: false,
  }
  model.orders.push(order)
  return order
}

export const isPayable = ({ status, payment }: ModelOrder) => status === 'pending' && payment === 'none'

export function pay(order: ModelOrder): void {
  order.unreported = 'nothing'
  order.heldCents = order.totalCents
  order.payment = 'completed'
  order.status = 'processing'
}

export function listen(order: ModelOrder): void {
  const { unreported, status, payment } = order
  order.unreported = 'nothing'
  if (unreported === 'approved' && isPayable(order)) pay(order)
  if (payment !== 'pending' || unreported === 'nothing') return

  if (unreported === 'bounced') {
    order.payment = 'none'
    order.isStarted = false
  } else if (unreported === 'cleared' && status === 'cancelled') order.payment = 'completed'
  else if (unreported === 'cleared') pay(order)
}

export function refund(model: TradeModel, order: ModelOrder, cents: number): void {
  order.heldCents -= cents
  if (order.heldCents > 0 || order.status === 'cancelled') return
  cancel(model, order)
  order.status = 'refunded'
}

export const canCancel = ({ status }: ModelOrder) => status === 'pending' || status === 'processing'

export function cancel(model: TradeModel, order: ModelOrder): void {
  const goods = model.products[order.product]
  if (goods) goods.left += order.quantity
  order.status = 'cancelled'
  order.heldCents = 0
}
