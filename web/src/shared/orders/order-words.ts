import { fromCents, gatewayNames, isOffline, type Order, type PayLater, SPEC_GATEWAY, toCents } from '@mela/contract'
import { priceText } from '../../lib/format.ts'

type OrderState = Pick<
  Order,
  | 'status'
  | 'payment'
  | 'payLater'
  | 'isExpired'
  | 'isPaymentRefused'
  | 'amountPaid'
  | 'amountRefunded'
  | 'refunds'
  | 'currency'
  | 'giftCardAmount'
  | 'giftCards'
  | 'amountToPay'
  | 'products'
>

type Paid = Pick<Order, 'payment'>

const providerOf = ({ payment }: Paid) => gatewayNames[payment?.paymentGateway ?? SPEC_GATEWAY]

const notNow = (order: Paid) =>
  `No money goes back now: a case about the payment was opened at ${providerOf(order)}, which decides who gets the money.`

const stillPending = (order: Paid) =>
  `Your payment is still pending at ${providerOf(order)}: if the money arrives, it goes back the way it came.`

/** The refund on cancelling: everything paid and not refunded yet. */
export function comesBack({ amountPaid, amountRefunded }: Pick<OrderState, 'amountPaid' | 'amountRefunded'>): number {
  return fromCents(Math.max(0, toCents(amountPaid) - toCents(amountRefunded)))
}

/** Whether a dispute is open for the buyer: a payment stays `disputed` after the buyer has won and is refunded. */
export function isContested(order: Pick<OrderState, 'payment' | 'amountPaid' | 'amountRefunded'>): boolean {
  return order.payment?.disputed === true && comesBack(order) > 0
}

/** What is due on an order that is over and no refund returns, because one was refused or the bank sent it back. */
function stillDue(order: OrderState): string | undefined {
  if (!order.refunds.some(({ state }) => state === 'failed')) return undefined
  const onTheirWay = order.refunds.filter(({ state }) => state === 'queued' || state === 'pending')
  const due = fromCents(toCents(comesBack(order)) - onTheirWay.reduce((sum, { amount }) => sum + toCents(amount), 0))
  if (due <= 0) return undefined
  return `We owe you ${priceText(due, order.currency)}: giving it back has not worked yet, and we are looking after it.`
}

/** Whether discounts and gift cards leave nothing to pay. */
export const isCovered = ({ amountToPay }: Pick<OrderState, 'amountToPay'>) => amountToPay === 0

export function orderMessages(order: OrderState): string {
  if (order.status === 'cancelled') return cancelledMessage(order)
  if (order.status === 'refunded') return stillDue(order) ?? 'This order was refunded.'
  const gifts = giftWords(order)
  if (order.status === 'shipped') return gifts ?? 'Your order is on its way to you.'
  if (order.status === 'delivered') return gifts ?? 'Your order was delivered.'
  if (order.payLater) return laterMessage(order.payLater, gifts)
  if (order.payment?.status !== 'completed' && !isCovered(order)) return 'There is nothing to pay for this order.'
  if (isContested(order)) return 'Your order is paid, but we do not send it while its payment is contested.'
  if (isReturning(order)) return 'Your money is on its way back to you, so your order is not sent.'
  return gifts ?? 'We are packing your order. You get an email as soon as it is shipped.'
}

/** Of an order of gift cards alone; one that names no recipient goes to the buyer. */
export function giftWords({ products }: Pick<Order, 'products'>): string | undefined {
  if (!products.every(({ gifts }) => gifts)) return undefined
  const recipients = products.flatMap(({ gifts = [] }) => gifts.map(({ email }) => email ?? 'you'))
  return `There is nothing to pack: what you bought is sent by email to ${[...new Set(recipients)].join(', ')}.`
}

const laterMessage = ({ way, isTest }: PayLater, gifts: string | undefined) =>
  way === 'transfer'
    ? `Thank you. Everything is set aside for you${isTest ? '' : `: we ${gifts ? 'send it by email' : 'pack your order'} once your transfer has arrived`}.`
    : 'Thank you. We are packing your order, and you pay when it arrives.'

/** Whether refunds cover the whole payment; a refused one covers nothing. */
function isReturning({ amountPaid, refunds }: OrderState): boolean {
  const asked = refunds.filter(({ state }) => state !== 'failed')
  return amountPaid > 0 && asked.reduce((cents, { amount }) => cents + toCents(amount), 0) >= toCents(amountPaid)
}

function cancelledMessage(order: OrderState): string {
  const reason = whyCancelled(order) + aboutCards(order)
  if (order.payment?.status === 'pending' && comesBack(order) === 0) return `${reason} ${stillPending(order)}`
  if (order.amountPaid === 0) return `${reason} There is nothing to pay.`

  if (isContested(order) && !isOnItsWay(order)) return `${reason} ${notNow(order)}`

  const due = stillDue(order)
  if (due) return `${reason} ${due}`
  if (comesBack(order) > 0 && isOffline(order.payment?.paymentGateway))
    return `${reason} We return the ${priceText(comesBack(order), order.currency)} that you paid.`
  return comesBack(order) > 0
    ? `${reason} Your money goes back the way it came.`
    : `${reason} Your money was given back.`
}

/** An order reads as cancelled once its time is over, a little before its cards get their money back. */
function aboutCards({ giftCards }: OrderState): string {
  if (giftCards.length === 0) return ''
  return giftCards.every(({ amount, amountRefunded }) => amountRefunded >= amount)
    ? ' What your gift card paid is back on it.'
    : ' What your gift card paid goes back to it within minutes.'
}

function whyCancelled(order: OrderState): string {
  if (!order.isExpired) return 'This order was cancelled.'
  return order.isPaymentRefused
    ? 'Your payment was refused, so this order was cancelled.'
    : 'This order was not paid in time, so it was cancelled.'
}

const isOnItsWay = ({ refunds }: OrderState) => refunds.some(({ state }) => state === 'pending')

function laterConsequence(order: CancellableOrder): string {
  const amount = comesBack(order)
  if (amount === 0) return 'Nothing will be sent, and there is nothing to pay.'
  return `Nothing will be sent, and we return the ${priceText(amount, order.currency)} that you paid.`
}

export interface CancellableOrder
  extends Pick<Order, '_id' | 'status' | 'payment' | 'amountPaid' | 'amountRefunded' | 'currency' | 'products'> {
  giftCards: Pick<Order['giftCards'][number], 'amount' | 'amountRefunded'>[]
}

export function cancelConsequence(order: CancellableOrder): string {
  const cents = order.giftCards.reduce((sum, card) => sum + toCents(card.amount) - toCents(card.amountRefunded), 0)
  if (cents === 0) return consequenceOfPayment(order) + consequenceOfGifts(order)
  const cards = `${priceText(fromCents(cents), order.currency)} is back on your gift card at once.`
  const again = `${cards} For another order, enter the codes of your gift cards again.`
  return order.payment || order.amountPaid > 0
    ? `${consequenceOfPayment(order)} ${again}`
    : `Nothing will be sent. ${again}`
}

/** Ends a sentence that promises until when an order can be cancelled. */
export const unlessUsed = ({ products }: Pick<Order, 'products'>) =>
  products.some(({ gifts }) => gifts) ? ', unless a gift card of it was used.' : '.'

/** A gift card pays no other one, so an order of both has a payment. */
const consequenceOfGifts = ({ payment, products }: CancellableOrder) =>
  payment?.status === 'completed' && products.some(({ gifts }) => gifts)
    ? ' Gift cards that were sent by email already can no longer be used.'
    : ''

function consequenceOfPayment(order: CancellableOrder): string {
  if (isOffline(order.payment?.paymentGateway)) return laterConsequence(order)
  if (order.payment?.status === 'pending') {
    return `Nothing will be sent. ${stillPending(order)}`
  }
  if (isContested(order)) return `Nothing will be sent. ${notNow(order)}`

  const amount = comesBack(order)
  if (order.amountPaid > 0 && amount === 0) return 'Nothing will be sent. All that was paid has gone back already.'
  if (order.amountPaid > 0)
    return `Nothing will be sent, and ${priceText(amount, order.currency)} goes back the way it came.`
  return 'Nothing was paid, so nothing has to come back. Its products are for sale again, and it cannot be paid any more.'
}
