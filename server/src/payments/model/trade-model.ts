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
  untold: 'nothing' | 'approved' | 'waiting' | 'cleared' | 'bounced'
  /** The buyer was redirected to the provider, which must be queried before the order expires. */
  isStarted: boolean
}

export function place(model: TradeModel, product: number, quantity: number): ModelOrder | undefined {
  const pricedCart = model.products[product]
  if (!pricedCart || pricedCart.left < quantity) return undefined

  pricedCart.left -= quantity
  const priced = { price: pricedCart.priceCents, onSale: false, salePrice: 0 }
  const totalCents = orderTotals([{ product: priced, quantity }]).totalPrice
  const order: ModelOrder = {
    product,
    quantity,
    totalCents,
    status: 'pending',
    payment: 'none',
    heldCents: 0,
    untold: 'nothing',
    isStarted: false,
  }
  model.orders.push(order)
  return order
}

export const isPayable = ({ status, payment }: ModelOrder) => status === 'pending' && payment === 'none'

export function pay(order: ModelOrder): void {
  order.untold = 'nothing'
  order.heldCents = order.totalCents
  order.payment = 'completed'
  order.status = 'processing'
}

export function listen(order: ModelOrder): void {
  const { untold, status, payment } = order
  order.untold = 'nothing'
  if (untold === 'approved' && isPayable(order)) pay(order)
  if (payment !== 'pending' || untold === 'nothing') return

  if (untold === 'bounced') {
    order.payment = 'none'
    order.isStarted = false
  } else if (untold === 'cleared' && status === 'cancelled') order.payment = 'completed'
  else if (untold === 'cleared') pay(order)
}

export function refund(model: TradeModel, order: ModelOrder, cents: number): void {
  order.heldCents -= cents
  if (order.heldCents > 0 || order.status === 'cancelled') return
  cancel(model, order)
  order.status = 'refunded'
}

export const canCancel = ({ status }: ModelOrder) => status === 'pending' || status === 'processing'

export function cancel(model: TradeModel, order: ModelOrder): void {
  const pricedCart = model.products[order.product]
  if (pricedCart) pricedCart.left += order.quantity
  order.status = 'cancelled'
  order.heldCents = 0
}
