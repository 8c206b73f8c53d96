import { type OrderStatus, orderTotals } from '@mela/contract'

/** The rules in their smallest form; the shop must agree with it after every step. */
export interface TradeModel {
  products: { priceCents: number; left: number }[]
  orders: ModelOrder[]
  /** Takes this amount off an order, so many times more. */
  code: { cents: number; left: number }
  /** Of a gift card. */
  cardCents: number
}

export interface Choices {
  withCode: boolean
  withCard: boolean
}

export interface ModelOrder {
  product: number
  quantity: number
  totalCents: number
  /** What the provider is asked for. */
  payableCents: number
  /** What the gift card has paid and did not get back. */
  onCardCents: number
  hasCode: boolean
  status: OrderStatus
  payment: 'none' | 'pending' | 'completed'
  /** Cents that the provider has captured and not refunded. */
  heldCents: number
  /** The buyer's approval, or the state of an eCheck, that the provider has not reported yet. */
  unreported: 'nothing' | 'approved' | 'waiting' | 'cleared' | 'bounced'
  /** The buyer was redirected to the provider, which must be queried before the order expires. */
  isStarted: boolean
  isDeclined: boolean
}

export function place(
  model: TradeModel,
  product: number,
  quantity: number,
  { withCode, withCard }: Choices,
): ModelOrder | undefined {
  const goods = model.products[product]
  if (!goods || goods.left < quantity) return undefined
  const items = goods.priceCents * quantity
  const [plainCents, lessCents] = [totalOf(items), totalOf(Math.max(0, items - model.code.cents))]
  // A code that makes nothing cheaper, because it ends free delivery, refuses the order.
  if (withCode && (model.code.left === 0 || lessCents >= plainCents)) return undefined

  goods.left -= quantity
  if (withCode) model.code.left -= 1
  const totalCents = withCode ? lessCents : plainCents
  const onCardCents = withCard ? Math.min(model.cardCents, totalCents) : 0
  model.cardCents -= onCardCents
  const order: ModelOrder = {
    product,
    quantity,
    totalCents,
    payableCents: totalCents - onCardCents,
    onCardCents,
    hasCode: withCode,
    status: onCardCents === totalCents ? 'processing' : 'pending',
    payment: 'none',
    heldCents: 0,
    unreported: 'nothing',
    isStarted: false,
    isDeclined: false,
  }
  model.orders.push(order)
  return order
}

const totalOf = (price: number) =>
  orderTotals([{ product: { price, onSale: false, salePrice: 0 }, quantity: 1 }]).totalPrice

export const isPayable = ({ status, payment }: ModelOrder) => status === 'pending' && payment === 'none'

export function pay(order: ModelOrder): void {
  order.unreported = 'nothing'
  order.heldCents = order.payableCents
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
  if (order.heldCents === 0 && order.status !== 'cancelled') close(model, order, 'refunded')
}

/** A part of the order goes back to its card first. */
export function refundPart(model: TradeModel, order: ModelOrder, cents: number): void {
  const toCard = returnToCard(model, order, cents)
  if (cents > toCard) refund(model, order, cents - toCard)
  else if (order.payableCents === 0 && order.onCardCents === 0) close(model, order, 'refunded')
}

function returnToCard(model: TradeModel, order: ModelOrder, cents: number): number {
  const back = Math.min(order.onCardCents, cents)
  order.onCardCents -= back
  model.cardCents += back
  return back
}

export const canCancel = ({ status }: ModelOrder) => status === 'pending' || status === 'processing'

export function cancel(model: TradeModel, order: ModelOrder): void {
  close(model, order, 'cancelled')
  if (order.hasCode) model.code.left += 1
}

function close(model: TradeModel, order: ModelOrder, status: 'cancelled' | 'refunded'): void {
  const goods = model.products[order.product]
  if (goods) goods.left += order.quantity
  returnToCard(model, order, order.onCardCents)
  order.status = status
  order.heldCents = 0
}
