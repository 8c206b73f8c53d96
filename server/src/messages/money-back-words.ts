import {
  formatPrice,
  fromCents,
  gatewayNames,
  isOffline,
  type Order,
  orderName,
  type ShopSettings,
  SPEC_GATEWAY,
  type WayToPay,
} from '@mela/contract'
import { type RawBuilder, sql } from 'kysely'
import { CANCELLED } from '../payments/rows.ts'
import type { Database } from '../platform/database/database.ts'
import { longDay, smallPrint, type Words } from './layout.ts'

const BANKS = smallPrint('Banks take up to ten working days until it shows.')

export async function cancelledWords(db: Database, shop: ShopSettings, order: Order): Promise<Words> {
  const money = await findOrderMoney(db, order._id)
  const reason = order.isExpired && order.isPaymentRefused ? 'Your payment was refused, so the' : 'The'
  const sentences = [
    `${reason} order below was cancelled, and nothing of it will be sent.`,
    aboutMoney(money, order),
    aboutGifts(order),
    ...(await cardSentences(db, shop, order, sql`reason = 'release'`)),
  ]
  return {
    subject: `Order ${orderName(order)} was cancelled`,
    preview: money.returning > 0 ? 'Your money goes back to you.' : 'Nothing will be sent.',
    heading: 'Your order was cancelled.',
    text: sentences.filter(Boolean).join(' '),
    action: 'View the order',
    after: [
      ...(money.returning > 0 ? [BANKS] : []),
      smallPrint(`If you did not expect this, write to us at ${shop.email}.`),
    ],
  }
}

export async function refundedWords(db: Database, order: Order, refundId: string): Promise<Words | undefined> {
  const refund = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select(['refunds.amount_cents', 'status', 'received_cents'])
    .where('order_id', '=', order._id)
    .where('provider_refund_id', '=', refundId)
    .executeTakeFirst()
  if (!refund) return undefined
  const { paid, refunded, gateway } = await findOrderMoney(db, order._id)
  const price = priceIn(order.currency)
  const amount = price(refund.amount_cents)
  const isExtra = refund.status === 'failed' && refund.received_cents === 0
  if (isExtra && order.payment && order.status !== 'cancelled' && order.status !== 'refunded') {
    const reason = order.payLater ? 'you pay your order in another way' : 'your order was paid twice'
    return {
      subject: `A second payment for order ${orderName(order)} is on its way back`,
      preview: `${amount} goes back the way it came.`,
      heading: 'Your order stays as it is.',
      text: `We sent ${amount} back the way it came, because ${reason}. The order stays as it is.`,
      after: [BANKS],
    }
  }
  const inAll = ` In all, ${price(refunded)} of the ${price(paid)} that you paid has gone back.`
  return {
    subject: `Your money for order ${orderName(order)} is on its way back`,
    preview: `${amount} goes back${isOffline(gateway) ? ' to you' : ' the way it came'}.`,
    heading: 'Your money is on its way back.',
    text: `${isOffline(gateway) ? `We returned ${amount} to you` : `We sent ${amount} back the way it came`}.${refund.amount_cents < paid ? inAll : ''}`,
    action: 'View the order',
    after: [BANKS],
  }
}

export async function returnedWords(db: Database, shop: ShopSettings, order: Order, request: string | null = null) {
  const booked = sql<boolean>`reason = 'refund' and request_id is not distinct from ${request}`
  const sentences = await cardSentences(db, shop, order, booked)
  if (sentences.length === 0) return undefined
  const cards = sentences.length > 1 ? 'gift cards' : 'gift card'
  return {
    subject: `Your money for order ${orderName(order)} is back on your ${cards}`,
    preview: 'It says how much, and on which card.',
    heading: `Back on your ${cards}.`,
    text: sentences.join(' '),
    action: 'View the order',
  }
}

interface OrderMoney {
  paid: number
  refunded: number
  returning: number
  /** The provider decides about the unrefunded rest. */
  isContested: boolean
  isPending: boolean
  gateway: WayToPay
}

async function findOrderMoney(db: Database, orderId: string): Promise<OrderMoney> {
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
      coalesce(max(gateway) filter (where status <> 'failed'), max(gateway), ${SPEC_GATEWAY}) as gateway
    from payments where order_id = ${orderId}`.execute(db)
  if (!rows[0]) throw new Error('A sum of no rows is one row.')
  return rows[0]
}

const priceIn = (currency: string) => (cents: number) => formatPrice(fromCents(cents), currency)

function aboutMoney({ paid, refunded, returning, isContested, isPending, gateway }: OrderMoney, order: Order): string {
  const price = priceIn(order.currency)
  if (isOffline(gateway)) {
    if (refunded > 0) return `Of the ${price(paid)} that you paid, we return the remaining ${price(paid - refunded)}.`
    if (paid > 0) return `We return the ${price(paid)} that you paid.`
    return 'If you have paid for it in the meantime, we return it.'
  }
  if (returning > 0 && returning < paid)
    return `Of the ${price(paid)} that you paid, the remaining ${price(returning)} goes back the way it came.`
  if (returning > 0) return `The ${price(returning)} that you paid goes back the way it came.`
  if (isContested)
    return `No money goes back now: a case about the payment was opened at ${gatewayNames[gateway]}, which decides who gets the money.`
  if (isPending) return 'Your payment has not arrived yet; should it still arrive, it goes straight back.'
  if (order.giftCardAmount > 0 && order.amountToPay === 0) return ''
  return 'If money had been taken for it, it goes back the way it came.'
}

const aboutGifts = ({ payment, products }: Order): string =>
  payment?.status === 'completed' && products.some(({ gifts }) => gifts)
    ? 'Gift cards that were sent by email already can no longer be used.'
    : ''

/** What went back to each gift card with these bookings, and whether it can be spent. */
async function cardSentences(
  db: Database,
  { email, timeZone }: ShopSettings,
  { _id, giftCards, currency }: Order,
  isBooked: RawBuilder<boolean>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('gift_card_ledger')
    .select(['gift_card_id as card', sql<number>`sum(delta_cents)::bigint`.as('cents')])
    .where('order_id', '=', _id)
    .where(isBooked)
    .groupBy('gift_card_id')
    .execute()
  return giftCards.flatMap(({ _id, lastFour, expiresAt, refusal }) => {
    const cents = rows.find(({ card }) => card === _id)?.cents
    if (cents === undefined) return []
    const back = `${formatPrice(fromCents(cents), currency)} is back on your gift card ending in ${lastFour}`
    if (refusal) return `${back}. ${refusal} Please write to us at ${email}.`
    return expiresAt ? `${back}, which can be used until ${longDay(Date.parse(expiresAt) - 1, timeZone)}.` : `${back}.`
  })
}
