import {
  addressLines,
  arrivalText,
  EXEMPTION_TEXTS,
  formatPrice,
  fromCents,
  gatewayNames,
  isOffline,
  NO_TRANSFER,
  type Order,
  orderName,
  type PayLater,
  type ShippingAddress,
  type ShopSettings,
  SPEC_GATEWAY,
  type WayToPay,
} from '@mela/contract'
import { sql } from 'kysely'
import { findOwnOrder } from '../orders/read-orders.ts'
import { CANCELLED } from '../payments/rows.ts'
import { isEmailConfirmed } from '../people/email-rows.ts'
import type { Database } from '../platform/database/database.ts'
import { html } from '../platform/mail/html.ts'
import type { Email } from '../platform/mail/outbox.ts'
import { button, type Draft, type EmailPictures, forEmails, greeting, type Part, smallPrint } from './layout.ts'
import { orderLines } from './order-lines.ts'
import { accountOffer, type LinkContext, orderUrl } from './order-links.ts'

interface OrderContext extends LinkContext {
  shop: ShopSettings
  pictures: EmailPictures
  user: LinkContext['user'] & { firstName: string }
}

type OrderEmail = Extract<Email, { order: string }>

/** Undefined when the email must not be sent any more. An email is read elsewhere, so its pictures have absolute URLs. */
export async function draftOfOrder(context: OrderContext, email: OrderEmail): Promise<Draft | undefined> {
  const { db, env, shop, pictures, user } = context
  const { id, firstName } = user
  const found = await findOwnOrder(db, id, email.order)
  if (!found || isOutOfDate(email.kind, found)) return undefined
  const giftCards = await listCardsPaidBack(db, found, email)
  const order = { ...(await withEmailPictures(pictures, found)), giftCards }
  const money = await findOrderMoney(db, order._id, email.kind === 'order-refunded' ? email.refund : null)
  if (email.kind === 'order-refunded' && money.ofThisRefund === 0) return undefined
  if (email.kind === 'order-returned-to-cards' && giftCards.length === 0) return undefined

  const url = await orderUrl(context, order._id)
  if (!url) return undefined
  const isGuest = user.role === 'guest'
  const { text, action, after = [], ...words } = written[email.kind]({ shop, order, money })
  return {
    ...words,
    parts: [
      greeting(firstName),
      text,
      ...(order.payLater && tellsHowToPay(email.kind) ? howToPay(order.payLater) : []),
      button(action, url),
      orderLines(order, env.publicUrl),
      ...arrival(email.kind, order),
      ...(order.taxExemption ? [smallPrint(EXEMPTION_TEXTS[order.taxExemption])] : []),
      ...((await mayRepeatAddress(db, id, order)) ? [deliveryAddress(order.shippingAddress)] : []),
      ...after,
      ...(isGuest ? [accountOffer(env.publicUrl)] : []),
    ],
    reason: `You get this because order ${orderName(order)} was placed with ${isGuest ? 'this address' : 'your account'}.`,
  }
}

/** An order may change while its email waits. */
function isOutOfDate(kind: OrderEmail['kind'], order: Order): boolean {
  const { status, payment, payLater } = order
  if (kind === 'order-placed') return status !== 'pending' || payment !== null
  if (kind === 'order-confirmed') return payment?.status !== 'pending' && payment?.status !== 'completed'
  if (kind === 'order-payment-due') return payLater === undefined
  if (kind === 'order-payment-pending') return status !== 'pending' || payment?.status !== 'pending'
  if (kind === 'order-paid') return status === 'cancelled' || status === 'refunded' || payLater !== undefined
  return kind === 'order-shipped' && (isOfGiftCards(order) || (status !== 'shipped' && status !== 'delivered'))
}

const isOfGiftCards = ({ products }: Order) => products.every(({ gifts }) => gifts)

export const packs = (order: Order, what = 'it') => (isOfGiftCards(order) ? `send ${what} by email` : `pack ${what}`)

/** An address is free text, and an unconfirmed email may be another person's: it is repeated once money has arrived from outside. */
async function mayRepeatAddress(db: Database, userId: string, order: Order): Promise<boolean> {
  const { status, amountPaid } = order
  if (isOfGiftCards(order)) return false
  const isUnpaid = status === 'pending' || status === 'cancelled' || (status === 'processing' && amountPaid === 0)
  return !isUnpaid || (await isEmailConfirmed(db, userId))
}

async function findOrderMoney(db: Database, orderId: string, refund: string | null): Promise<OrderMoney> {
  const { rows } = await sql<OrderMoney>`
    select
      coalesce(sum(amount_cents) filter (where status = 'completed' or received_cents > 0), 0)::bigint as paid,
      coalesce(sum(refunded_cents) filter (where status = 'completed' or received_cents > 0), 0)::bigint as refunded,
      coalesce(sum((
        select sum(refunds.amount_cents) from refunds
        where payment_id = payments.id and origin = 'automatic' and reason = ${CANCELLED}
          and state <> 'failed' and not (disputed and state = 'queued')
      )), 0)::bigint as returning,
      coalesce(bool_or(disputed and status <> 'failed' and refunded_cents < amount_cents), false) as "isContested",
      coalesce(bool_or(status = 'pending' and problem is null), false) as "isPending",
      coalesce(max(gateway) filter (where status <> 'failed'), max(gateway), ${SPEC_GATEWAY}) as gateway,
      coalesce(sum((
        select amount_cents from refunds where payment_id = payments.id and provider_refund_id = ${refund}
      )), 0)::bigint as "ofThisRefund",
      coalesce(bool_or(status = 'failed' and received_cents = 0 and exists (
        select from refunds where payment_id = payments.id and provider_refund_id = ${refund}
      )), false) as "isOfExtraPayment"
    from payments where order_id = ${orderId}`.execute(db)
  if (!rows[0]) throw new Error('A sum of no rows is one row.')
  return rows[0]
}

/** The gift cards that got money back with what the email is about, and how much of it. */
async function listCardsPaidBack(db: Database, { _id, giftCards }: Order, email: OrderEmail) {
  const booked = db
    .selectFrom('gift_card_ledger')
    .select(['gift_card_id as card', sql<number>`sum(delta_cents)::bigint`.as('cents')])
    .where('order_id', '=', _id)
    .where(bookedWith(email))
    .groupBy('gift_card_id')
  const returned = giftCards.length > 0 ? await booked.execute() : []
  return returned.flatMap(({ card, cents }) =>
    giftCards.filter(({ _id }) => _id === card).map(paid => ({ ...paid, amountRefunded: fromCents(cents) })),
  )
}

const bookedWith = (email: OrderEmail) =>
  email.kind === 'order-returned-to-cards'
    ? sql<boolean>`reason = 'refund' and request_id is not distinct from ${email.request ?? null}`
    : sql<boolean>`reason = 'release'`

async function withEmailPictures(pictures: EmailPictures, order: Order): Promise<Order> {
  const products: Order['products'] = []
  for (const line of order.products) {
    const { thumbnail } = line.product
    const shown = thumbnail && (await forEmails(pictures, thumbnail))
    products.push({ ...line, product: { ...line.product, thumbnail: shown } })
  }
  return { ...order, products }
}

interface OrderMoney {
  paid: number
  refunded: number
  /** A cancelled order's money goes back. */
  returning: number
  /** The provider decides about the unrefunded rest. */
  isContested: boolean
  isPending: boolean
  gateway: WayToPay
  ofThisRefund: number
  /** That payment does not count. */
  isOfExtraPayment: boolean
}

interface Words extends Pick<Draft, 'subject' | 'preview' | 'heading'> {
  text: string
  action: string
  after?: Part[]
}

const PROMISING = ['order-placed', 'order-payment-pending', 'order-paid', 'order-shipped']

/** A transfer has to arrive before its order is packed. */
const isPromising = (kind: OrderEmail['kind'], { payLater }: Order) =>
  PROMISING.includes(kind) || (kind === 'order-confirmed' && payLater?.way !== 'transfer')

const arrival = (kind: OrderEmail['kind'], order: Order): Part[] =>
  order.arrives && isPromising(kind, order) ? [smallPrint(`Arrives ${arrivalText(order.arrives)}`)] : []

function deliveryAddress(address: ShippingAddress): Part {
  const lines = addressLines(address)
  return {
    html: html`<p class="quiet"><strong>Delivery to</strong><br>${lines.map(line => html`${line}<br>`)}</p>`,
    text: ['Delivery to:', ...lines].join('\n'),
  }
}

const tellsHowToPay = (kind: OrderEmail['kind']) =>
  kind === 'order-confirmed' || kind === 'order-payment-due' || kind === 'order-shipped'

/** The rows of a transfer; on delivery there is nothing to say but the sum. */
function howToPay({ rows }: PayLater): Part[] {
  if (rows.length === 0) return []
  return [
    {
      html: html`<p>${rows.map(({ label, value }) => html`<span class="quiet">${label}</span><br><strong>${value}</strong><br>`)}</p>`,
      text: rows.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    },
  ]
}

const BANKS = smallPrint('Banks take up to ten working days until it shows.')

const paidAmount = ({ payment, amountToPay, giftCardAmount, currency }: Order) =>
  formatPrice((payment?.amount ?? amountToPay) + giftCardAmount, currency)

/** What went back to each gift card, and whether it can be spent. */
function cardsSentence({ giftCards, currency }: Order, { email, timeZone }: ShopSettings): string {
  const sentences = giftCards.map(({ lastFour, amountRefunded, expiresAt, refusal }) => {
    const back = ` ${formatPrice(amountRefunded, currency)} is back on your gift card ending in ${lastFour}`
    if (refusal) return `${back}. ${refusal} Please write to us at ${email}.`
    return expiresAt ? `${back}, which can be used until ${longDay(Date.parse(expiresAt) - 1, timeZone)}.` : `${back}.`
  })
  return sentences.join('')
}

const written: Record<OrderEmail['kind'], (facts: { shop: ShopSettings; order: Order; money: OrderMoney }) => Words> = {
  'order-placed': ({ order }) => {
    const amount = formatPrice(order.amountToPay, order.currency)
    return {
      subject: `Order ${orderName(order)} waits for its payment`,
      preview: `Everything is set aside. Once ${amount} is paid, we ${packs(order)}.`,
      heading: 'Set aside for you.',
      text: `Everything below is set aside for you. Once ${amount} is paid, we ${packs(order)}.${untilWhen(order)}`,
      action: `Pay ${amount}`,
    }
  },
  'order-confirmed': ({ shop, order }) => {
    const about = {
      subject: `Thank you: we have your order ${orderName(order)}`,
      heading: 'Ordered. Thank you.',
      action: 'View your order',
    }
    const { payLater } = order
    if (!payLater) {
      const next = isOfGiftCards(order) ? 'It is paid.' : 'We are packing it.'
      return { ...about, preview: next, text: `Thank you for your order. ${next}` }
    }
    const due = formatPrice(payLater.due, order.currency)
    if (payLater.way === 'delivery')
      return {
        ...about,
        preview: `You pay ${due} when it arrives.`,
        text: `Thank you. We are packing your order; you pay ${due} when it arrives.`,
      }
    if (payLater.isTest)
      return {
        ...about,
        preview: NO_TRANSFER,
        text: `Thank you. Everything below is set aside for you. ${NO_TRANSFER}`,
      }
    return {
      ...about,
      preview: `Please transfer ${due}. Everything is set aside for you.`,
      text: `Thank you. Everything below is set aside for you. Please transfer ${due} to the account below and name the reference.${untilDay(payLater, shop)} We ${packs(order, 'your order')} once it has arrived.`,
    }
  },
  'order-payment-due': ({ shop, order }) => {
    const { payLater } = order
    const due = formatPrice(payLater?.due ?? 0, order.currency)
    const request = `Please transfer it to the account below and name the reference.${payLater ? untilDay(payLater, shop) : ''} If you have paid in the meantime, there is nothing left to do.`
    return {
      subject: `${due} is still due for order ${orderName(order)}`,
      preview: 'Everything is set aside for you until it arrives.',
      heading: 'A reminder of your transfer.',
      text: `We have not yet seen ${due} for your order. ${payLater?.isTest ? NO_TRANSFER : request}`,
      action: 'View your order',
    }
  },
  // Some payments take days, such as an eCheck.
  'order-payment-pending': ({ order }) => ({
    subject: `Thank you: we have your order ${orderName(order)}`,
    preview: `Your payment of ${paidAmount(order)} is on its way. There is nothing left to do.`,
    heading: 'Ordered. Your payment is on its way.',
    text: `Thank you. Your payment of ${paidAmount(order)} is on its way to us, which can take a few days from a bank account. Everything below stays set aside for you meanwhile, and there is nothing left to do: we write again once the payment has arrived, and then ${packs(order, 'your order')}.`,
    action: 'View your order',
  }),
  'order-paid': ({ order }) => {
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
      action: 'View your order',
    }
  },
  'order-shipped': ({ order }) => ({
    subject: `Order ${orderName(order)} is on its way`,
    preview: `It has left us for ${order.shippingAddress.city}.`,
    heading: 'On its way to you.',
    text: `Your order has left us for ${order.shippingAddress.city}. ${atTheDoor(order)}`,
    action: 'View your order',
  }),
  'order-link': ({ order }) => ({
    subject: `Your link to order ${orderName(order)}`,
    preview: 'It opens your order on any device.',
    heading: 'Here is your order.',
    text: 'You asked for a new link to your order. It opens the order on any device, so please keep it to yourself.',
    action: 'View your order',
    after: [smallPrint('If it was not you who asked, leave it alone: nothing changes.')],
  }),
  'order-cancelled': ({ shop, order, money }) => ({
    subject: `Order ${orderName(order)} was cancelled`,
    preview: money.returning > 0 ? 'Your money goes back to you.' : 'Nothing will be sent.',
    heading: 'Your order was cancelled.',
    text: `${order.isExpired && order.isPaymentRefused ? 'Your payment was refused, so the' : 'The'} order below was cancelled, and nothing of it will be sent. ${aboutMoney(money, order)}${aboutGifts(order)}${cardsSentence(order, shop)}`,
    action: 'View the order',
    after: [
      ...(money.returning > 0 ? [BANKS] : []),
      smallPrint(`If you did not expect this, write to us at ${shop.email}.`),
    ],
  }),
  'order-refunded': ({ order, money: { paid, refunded, ofThisRefund, isOfExtraPayment, gateway } }) => {
    const price = (cents: number) => formatPrice(fromCents(cents), order.currency)
    if (isOfExtraPayment && order.payment && order.status !== 'cancelled' && order.status !== 'refunded') {
      const reason = order.payLater ? 'you pay your order in another way' : 'your order was paid twice'
      return {
        subject: `A second payment for order ${orderName(order)} is on its way back`,
        preview: `${price(ofThisRefund)} goes back the way it came.`,
        heading: 'Your order stays as it is.',
        text: `We sent ${price(ofThisRefund)} back the way it came, because ${reason}. The order stays as it is.`,
        action: 'View your order',
        after: [BANKS],
      }
    }
    const isPart = ofThisRefund < paid
    const inAll = isPart ? ` In all, ${price(refunded)} of the ${price(paid)} that you paid has gone back.` : ''
    return {
      subject: `Your money for order ${orderName(order)} is on its way back`,
      preview: `${price(ofThisRefund)} goes back${isOffline(gateway) ? ' to you' : ' the way it came'}.`,
      heading: 'Your money is on its way back.',
      text: `${isOffline(gateway) ? `We returned ${price(ofThisRefund)} to you` : `We sent ${price(ofThisRefund)} back the way it came`}.${inAll}`,
      action: 'View the order',
      after: [BANKS],
    }
  },
  'order-returned-to-cards': ({ shop, order }) => {
    const cards = order.giftCards.length > 1 ? 'gift cards' : 'gift card'
    return {
      subject: `Your money for order ${orderName(order)} is back on your ${cards}`,
      preview: 'It says how much, and on which card.',
      heading: `Back on your ${cards}.`,
      text: cardsSentence(order, shop).trim(),
      action: 'View the order',
    }
  },
}

function untilDay({ until }: PayLater, { timeZone }: ShopSettings): string {
  if (until === null) return ''
  return ` It has to arrive by ${longDay(Date.parse(until), timeZone)}, or the order is cancelled.`
}

const longDay = (at: number, timeZone: string) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone }).format(at)

const aboutGifts = ({ payment, products }: Order): string =>
  payment?.status === 'completed' && products.some(({ gifts }) => gifts)
    ? ' Gift cards that were sent by email already can no longer be used.'
    : ''

function atTheDoor({ payLater, currency }: Order): string {
  if (!payLater) return 'Nothing is left to do but to open the door.'
  const due = formatPrice(payLater.due, currency)
  if (payLater.way === 'delivery') return `Please have ${due} ready: you pay when it arrives.`
  return payLater.isTest
    ? NO_TRANSFER
    : `Please transfer the ${due} that is still due to the account below and name the reference.`
}

/** A duration instead of a time of day: the reader's time zone is unknown. */
function untilWhen({ createdAt, expiresAt }: Order): string {
  if (!expiresAt) return ''
  const minutes = Math.max(1, Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 60_000))
  const time = minutes % 60 === 0 ? long('hour', minutes / 60) : long('minute', minutes)
  return ` If it is not paid ${time} after you ordered, it is cancelled.`
}

const long = (unit: 'hour' | 'minute', value: number) =>
  new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(value)

function aboutMoney(
  { paid, refunded, returning, isContested, isPending, gateway }: OrderMoney,
  { currency, giftCardAmount, amountToPay }: Order,
): string {
  const price = (cents: number) => formatPrice(fromCents(cents), currency)
  if (isOffline(gateway)) {
    if (refunded > 0) return `Of the ${price(paid)} that you paid, we return the remaining ${price(paid - refunded)}.`
    if (paid > 0) return `We return the ${price(paid)} that you paid.`
    return 'If you have paid for it in the meantime, we return it.'
  }
  if (returning > 0 && returning < paid) {
    return `Of the ${price(paid)} that you paid, the remaining ${price(returning)} goes back the way it came.`
  }
  if (returning > 0) return `The ${price(returning)} that you paid goes back the way it came.`
  if (isContested) {
    return `No money goes back now: a case about the payment was opened at ${gatewayNames[gateway]}, which decides who gets the money.`
  }
  if (isPending) return 'Your payment has not arrived yet; should it still arrive, it goes straight back.'
  if (giftCardAmount > 0 && amountToPay === 0) return ''
  return 'If money had been taken for it, it goes back the way it came.'
}
