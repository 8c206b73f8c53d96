import {
  addressLines,
  arrivalText,
  EXEMPTION_TEXTS,
  type Order,
  orderName,
  promisedDays,
  type ShopSettings,
} from '@mela/contract'
import { findOwnOrder } from '../orders/read-orders.ts'
import { isEmailConfirmed } from '../people/email-rows.ts'
import type { Database } from '../platform/database/database.ts'
import { html } from '../platform/mail/html.ts'
import type { Email } from '../platform/mail/outbox.ts'
import { button, type Draft, type EmailPictures, forEmails, type Part, smallPrint, type Words } from './layout.ts'
import { cancelledWords, refundedWords, returnedWords } from './money-back-words.ts'
import { orderLines } from './order-lines.ts'
import { accountOffer, type LinkContext, orderUrl } from './order-links.ts'
import { isOfGiftCards, orderWords } from './order-words.ts'

interface OrderContext extends LinkContext {
  shop: ShopSettings
  pictures: EmailPictures
}

type OrderEmail = Extract<Email, { order: string }>

/** Undefined when the email must not be sent any more. An email is read elsewhere, so its pictures have absolute URLs. */
export async function draftOfOrder(context: OrderContext, email: OrderEmail): Promise<Draft | undefined> {
  const { db, env, pictures, user } = context
  const found = await findOwnOrder(db, user.id, email.order)
  if (!found || isOutOfDate(email.kind, found)) return undefined
  const written = await wordsOf(context, email, found)
  const url = written && (await orderUrl(context, found._id))
  if (!url) return undefined
  const order = await withEmailPictures(pictures, found)
  const isGuest = user.role === 'guest'
  const { text, action = 'View your order', after = [], ...words } = written
  return {
    ...words,
    parts: [
      text,
      ...(tellsHowToPay(email.kind) ? howToPay(order) : []),
      button(action, url),
      orderLines(order, env.publicUrl),
      ...arrival(email.kind, order),
      ...(order.taxExemption ? [smallPrint(EXEMPTION_TEXTS[order.taxExemption])] : []),
      ...((await mayRepeatAddress(db, user.id, order)) ? [deliveryAddress(order)] : []),
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

async function wordsOf({ db, shop }: OrderContext, email: OrderEmail, order: Order): Promise<Words | undefined> {
  if (email.kind === 'order-cancelled') return cancelledWords(db, shop, order)
  if (email.kind === 'order-refunded') return refundedWords(db, order, email.refund)
  if (email.kind === 'order-returned-to-cards') return returnedWords(db, shop, order, email.request)
  return orderWords[email.kind](order, shop)
}

async function withEmailPictures(pictures: EmailPictures, order: Order): Promise<Order> {
  const products: Order['products'] = []
  for (const line of order.products) {
    const { thumbnail } = line.product
    const shown = thumbnail && (await forEmails(pictures, thumbnail))
    products.push({ ...line, product: { ...line.product, thumbnail: shown } })
  }
  return { ...order, products }
}

const tellsHowToPay = (kind: OrderEmail['kind']) =>
  kind === 'order-confirmed' || kind === 'order-payment-due' || kind === 'order-shipped'

/** The rows of a transfer; on delivery there is nothing to say but the sum. */
function howToPay({ payLater }: Order): Part[] {
  if (!payLater || payLater.rows.length === 0) return []
  const { rows } = payLater
  return [
    {
      html: html`<p>${rows.map(({ label, value }) => html`<span class="quiet">${label}</span><br><strong>${value}</strong><br>`)}</p>`,
      text: rows.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    },
  ]
}

const PROMISING = ['order-placed', 'order-confirmed', 'order-paid', 'order-shipped']

function arrival(kind: OrderEmail['kind'], order: Order): Part[] {
  const days = PROMISING.includes(kind) && promisedDays(order, new Date())
  return days ? [smallPrint(`Arrives ${arrivalText(days)}`)] : []
}

/** An address is free text, and an unconfirmed email may be another person's: it is repeated once money has arrived from outside. */
async function mayRepeatAddress(db: Database, userId: string, order: Order): Promise<boolean> {
  const { status, amountPaid } = order
  if (isOfGiftCards(order)) return false
  const isUnpaid = status === 'pending' || status === 'cancelled' || (status === 'processing' && amountPaid === 0)
  return !isUnpaid || (await isEmailConfirmed(db, userId))
}

function deliveryAddress({ shippingAddress }: Order): Part {
  const lines = addressLines(shippingAddress)
  return {
    html: html`<p class="quiet"><strong>Delivery to</strong><br>${lines.map(line => html`${line}<br>`)}</p>`,
    text: ['Delivery to:', ...lines].join('\n'),
  }
}
