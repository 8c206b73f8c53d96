import { formatPrice, NO_TRANSFER, type Order, orderName, type PayLater, type ShopSettings } from '@mela/contract'
import type { OrderEmailKind } from '../platform/mail/outbox.ts'
import { longDay, smallPrint, type Words } from './layout.ts'

type Kind = Exclude<OrderEmailKind, 'order-cancelled'>

/** From placing an order to its parcel on the way. */
export const orderWords: Record<Kind, (order: Order, shop: ShopSettings) => Words> = {
  'order-placed': order => {
    const amount = formatPrice(order.amountToPay, order.currency)
    return {
      subject: `Order ${orderName(order)} waits for its payment`,
      preview: `Everything is set aside. Once ${amount} is paid, we ${packs(order)}.`,
      heading: 'Set aside for you.',
      text: `Everything below is set aside for you. Once ${amount} is paid, we ${packs(order)}.${untilWhen(order)}`,
      action: `Pay ${amount}`,
    }
  },
  'order-confirmed': (order, shop) => ({
    subject: `Thank you: we have your order ${orderName(order)}`,
    heading: 'Ordered. Thank you.',
    ...whatIsNext(order, shop),
  }),
  'order-payment-due': (order, shop) => {
    const { payLater } = order
    const due = formatPrice(payLater?.due ?? 0, order.currency)
    const end = ' If you have paid in the meantime, there is nothing left to do.'
    return {
      subject: `${due} is still due for order ${orderName(order)}`,
      preview: 'Everything is set aside for you until it arrives.',
      heading: 'A reminder of your transfer.',
      text: `We have not yet seen ${due} for your order. ${payLater ? askFor('it', payLater, untilDay(payLater, shop) + end) : ''}`,
    }
  },
  // Some payments take days, such as an eCheck, or a voucher that the buyer still has to pay.
  'order-payment-pending': order => ({
    subject: `Thank you: we have your order ${orderName(order)}`,
    preview: `We write again once your payment of ${awaitedAmount(order)} has arrived.`,
    heading: 'Ordered. Your payment is pending.',
    text: `Thank you. Your payment of ${awaitedAmount(order)} has not reached us yet, which can take a few days from a bank account. If you were given a voucher or a reference, please pay with it in time; otherwise there is nothing left to do. Everything below stays set aside for you meanwhile: we write again once the payment has arrived, and then ${packs(order, 'your order')}.`,
  }),
  'order-paid': order => {
    const isPacked = order.status === 'processing' && order.products.some(({ gifts }) => !gifts)
    const isFree = order.totalAmount === 0
    const received = isFree ? 'There is nothing to pay' : `We received ${paidAmount(order)}`
    return {
      subject: `Thank you: order ${orderName(order)} is ${isFree ? 'confirmed' : 'paid'}`,
      preview: `${received}${isPacked && !isFree ? ' and are packing' : ''}.`,
      heading: `${isFree ? 'Confirmed' : 'Paid'}${isPacked ? ', and being packed' : ''}.`,
      text: isPacked
        ? `Thank you. ${received}${isFree ? ', and we are' : ' and are'} packing your order; you hear from us again when it leaves.`
        : `Thank you. ${received} for your order.`,
    }
  },
  'order-shipped': order => ({
    subject: `Order ${orderName(order)} is on its way`,
    preview: `It has left us for ${order.shippingAddress.city}.`,
    heading: 'On its way to you.',
    text: `Your order has left us for ${order.shippingAddress.city}. ${atTheDoor(order)}`,
  }),
  'order-link': order => ({
    subject: `Your link to order ${orderName(order)}`,
    preview: 'It opens your order on any device.',
    heading: 'Here is your order.',
    text: 'Here is a new link to your order. It opens the order on any device, so please keep it to yourself.',
    after: [smallPrint('If it was not you who asked for it, leave it alone: nothing changes.')],
  }),
}

export const isOfGiftCards = ({ products }: Order) => products.every(({ gifts }) => gifts)

export const packs = (order: Order, what = 'it') => (isOfGiftCards(order) ? `send ${what} by email` : `pack ${what}`)

/** A duration instead of a time of day: the reader's time zone is unknown. */
function untilWhen({ createdAt, expiresAt }: Order): string {
  if (!expiresAt) return ''
  const minutes = Math.max(1, Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 60_000))
  const time = minutes % 60 === 0 ? long('hour', minutes / 60) : long('minute', minutes)
  return ` If it is not paid ${time} after you ordered, it is cancelled.`
}

const long = (unit: 'hour' | 'minute', value: number) =>
  new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(value)

function whatIsNext(order: Order, shop: ShopSettings): Pick<Words, 'preview' | 'text'> {
  const { payLater } = order
  if (!payLater) {
    const preview = isOfGiftCards(order) ? 'It is paid.' : 'We are packing it.'
    return { preview, text: `Thank you for your order. ${preview}` }
  }
  const due = formatPrice(payLater.due, order.currency)
  if (payLater.way === 'delivery') {
    const preview = `You pay ${due} when it arrives.`
    return { preview, text: `Thank you. We are packing your order; you pay ${due} when it arrives.` }
  }
  const end = `${untilDay(payLater, shop)} We ${packs(order, 'your order')} once it has arrived.`
  return {
    preview: payLater.isTest ? NO_TRANSFER : `Please transfer ${due}. Everything is set aside for you.`,
    text: `Thank you. Everything below is set aside for you. ${askFor(due, payLater, end)}`,
  }
}

const askFor = (amount: string, { isTest }: PayLater, end = '') =>
  isTest ? NO_TRANSFER : `Please transfer ${amount} to the account below and name the reference.${end}`

function untilDay({ until }: PayLater, { timeZone }: ShopSettings): string {
  if (until === null) return ''
  return ` It has to arrive by ${longDay(Date.parse(until), timeZone)}, or the order is cancelled.`
}

const awaitedAmount = ({ payment, amountToPay, currency }: Order) =>
  formatPrice(payment?.amount ?? amountToPay, currency)

const paidAmount = ({ payment, amountToPay, giftCardAmount, currency }: Order) =>
  formatPrice((payment?.amount ?? amountToPay) + giftCardAmount, currency)

function atTheDoor({ payLater, currency }: Order): string {
  if (!payLater) return 'Nothing is left to do but to open the door.'
  const due = formatPrice(payLater.due, currency)
  if (payLater.way === 'delivery') return `Please have ${due} ready: you pay when it arrives.`
  return askFor(`the ${due} that is still due`, payLater)
}
