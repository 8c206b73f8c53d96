import {
  canCancel,
  formatPrice,
  fromCents,
  gatewayNames,
  isOffline,
  type Order,
  type OrderActions,
  type OrderStatus,
  orderName,
  orderStatuses,
  type WayToPay,
} from '@mela/contract'
import { type HeldCard, heldCardOf } from '../orders/gift-cards/find-gift-cards.ts'
import { countSpent, countUnreturned } from '../orders/gift-cards/use-gift-cards.ts'
import { findMoveRefusal, type PayableOrder, type Refusal } from '../orders/move-order.ts'
import type { Gateways } from '../payments/gateways/gateway.ts'
import { notPaid } from '../payments/refund-payment.ts'
import { findPaymentById, listRefunds, type PaymentRow, type RefundAmount, refundable } from '../payments/rows.ts'
import type { Database } from '../platform/database/database.ts'

type Payment = Pick<
  PaymentRow,
  'status' | 'disputed' | 'reversed_at' | 'amount_cents' | 'received_cents' | 'currency' | 'gateway'
>

/** The payment that counts for an order, and its gift cards. */
interface Paid {
  payment?: Payment | undefined
  /** Why the payment does not go back by itself. */
  disconnection?: string | undefined
  /** Why staff have to look at the order first. */
  reviewReason?: string | null | undefined
  heldCard?: HeldCard | null | undefined
  refunds: RefundAmount[]
  /** Whether discounts and gift cards leave nothing to pay. */
  isCovered?: boolean
  /** Cents. `left` of `paid` did not go back yet, `spent` was spent of cards that were bought with the order. */
  cards?: { currency: string; paid: number; left: number; spent: number } | undefined
  giftCards?: Order['giftCards']
}

export async function findPaid(db: Database, order: PayableOrder): Promise<Paid> {
  const { id, paymentId, currency } = order
  const payment = paymentId === null ? undefined : await findPaymentById(db, paymentId)
  const holds = db.selectFrom('orders').select(['review_reason as reviewReason', heldCardOf.as('heldCard')])
  const [left, spent, held] = await Promise.all([
    countUnreturned(db, id),
    countSpent(db, id),
    holds.where('id', '=', id).executeTakeFirst(),
  ])
  return {
    payment,
    ...held,
    refunds: payment ? await listRefunds(db, payment.id) : [],
    isCovered: order.payableCents === 0,
    cards: { currency, paid: order.giftCardCents, left, spent },
  }
}

/** The keys of a provider may have been removed since it took the money. */
export function findDisconnection(gateways: Gateways, way: WayToPay): string | undefined {
  if (isOffline(way) || gateways.find(way)) return undefined
  return `The shop is not connected to ${gatewayNames[way]} any more, so its payment does not go back by itself. Enter its keys again, or return the money there.`
}

const isPaid = ({ payment, isCovered }: Paid) => payment?.status === 'completed' || isCovered === true

const isPending = ({ payment }: Paid) => payment?.status === 'pending'

const NOTHING_PAID = 'Nothing was paid for this order.'

const tookNothing = ({ payment, cards }: Paid) => !payment && !cards?.paid

export function orderActions(status: OrderStatus, paid: Paid): OrderActions {
  return {
    canCancel: canCancel(status),
    sendWarning: warnOfSending(status, paid) ?? null,
    statuses: orderStatuses.map(next => {
      const refusal = findStatusRefusal(status, next, paid)
      if (refusal) return { status: next, refusal, effect: null, goesBack: 0 }
      const effects = [
        isGivingBack(next) ? paymentSentence(next, paid) : warnOfUnpaid(status, paid),
        isSending(status, next) && status !== 'pending' && warnOfSending(status, paid),
        isGivingBack(next) && cardSentence(paid),
      ]
      return {
        status: next,
        refusal: null,
        effect: effects.filter(Boolean).join(' ') || null,
        goesBack: goesBack(next, paid),
      }
    }),
  }
}

const isGivingBack = (next: OrderStatus) => next === 'cancelled' || next === 'refunded'

function findStatusRefusal(from: OrderStatus, to: OrderStatus, paid: Paid): string | undefined {
  const refusal = findMoveRefusal(from, to, paid.payment) ?? findSendRefusal(from, to, paid)
  if (refusal || to !== 'refunded') return refusal?.note
  if (!isPaid(paid) || tookNothing(paid)) return notPaid(paid.payment).note
  // A call asks the provider; the dialog does not offer what it will refuse.
  if (paid.payment?.reversed_at) return 'The bank has taken the money back: nothing is left to refund.'
  return paymentGoesBack(to, paid) > 0 ? paid.disconnection : undefined
}

const isSending = (from: OrderStatus, to: OrderStatus) => from !== 'shipped' && (to === 'shipped' || to === 'delivered')

export function findSendRefusal(from: OrderStatus, to: OrderStatus, paid: Paid): Refusal | undefined {
  const hold = isSending(from, to) ? findHold(paid) : undefined
  return hold?.isOver ? undefined : hold
}

interface Hold extends Refusal {
  /** For the packing slip. */
  warning: string
  isOver?: boolean
}

/**
 * An order sent while its payment is disputed or refunded is a double loss; one that was sent may arrive. What looks like
 * fraud is looked at first. Gift cards that it was paid with are as good as what paid for them.
 */
function findHold(paid: Paid): Hold | undefined {
  if (paid.payment?.disputed)
    return {
      note: 'Its payment is disputed: it must not be sent now.',
      message: 'The payment of this order is disputed, so it must not be sent now.',
      warning: 'The payment of this order is disputed: do not send it now.',
      code: 'payment_disputed',
    }
  if (isReturning(paid))
    return {
      note: 'Its payment is on its way back: it must not be sent now.',
      message: 'The payment of this order is on its way back, so it must not be sent now.',
      warning: 'The payment of this order is on its way back: do not send it.',
      code: 'refund_under_way',
    }
  if (paid.reviewReason)
    return {
      note: 'It is marked for review: look at it, then press Reviewed.',
      message: 'This order is marked for review. Look at it, then press Reviewed before it is sent.',
      warning: 'This order is marked for review: do not send it yet.',
      code: 'order_to_review',
    }
  return paid.heldCard ? holdOfCard(paid.heldCard) : undefined
}

export function holdOfCard({ lastFour, isContested, isOver, boughtWith }: HeldCard): Hold {
  const bought = `Gift card •••• ${lastFour}, which pays for this order, was bought with order ${orderName(boughtWith)}`
  if (isContested && isOver) {
    const message = `${bought}, whose payment went back: nobody has paid that part of this order.`
    return { note: message, message, warning: message, code: 'payment_disputed', isOver }
  }
  if (isContested) {
    const contested = `${bought}, whose payment is disputed or on its way back`
    const message = `${contested}, so this order must not be sent now.`
    return { note: message, message, warning: `${contested}: do not send this order now.`, code: 'payment_disputed' }
  }
  const marked = `${bought}, which is marked for review`
  const message = `${marked}. Look at that one, then press Reviewed before this order is sent.`
  return { note: message, message, warning: `${marked}: do not send this order yet.`, code: 'order_to_review' }
}

const isReturning = ({ payment, refunds, isCovered, cards }: Paid) =>
  payment
    ? payment.status === 'completed' && refundable(payment, refunds) <= 0
    : isCovered === true && cards !== undefined && cards.paid > 0 && cards.left <= 0

function warnOfSending(status: OrderStatus, paid: Paid): string | undefined {
  if (status === 'cancelled' || status === 'refunded') return `This order was ${status}: do not send it.`
  const hold = findHold(paid)
  if (hold) return hold.warning
  if (paid.payment?.status === 'pending' && isOffline(paid.payment.gateway)) return warnOfDue(paid.payment)
  if (!isPaid(paid)) return isPending(paid) ? 'The payment of this order has not arrived yet.' : NOTHING_PAID
  return warnOfHalf(paid)
}

/** Gift cards get their part at once, also when the provider then refuses the rest. */
function warnOfHalf({ cards, refunds }: Paid): string | undefined {
  const back = cards ? cards.paid - cards.left : 0
  if (!cards || back <= 0 || refunds.at(-1)?.state !== 'failed') return undefined
  return `${formatPrice(fromCents(back), cards.currency)} is back on its gift cards, and the refund of its payment failed: settle that before you send it.`
}

/** What is paid on delivery is due then. */
function warnOfDue({ gateway, amount_cents, received_cents, currency }: Payment): string | undefined {
  if (gateway === 'delivery') return undefined
  return `${formatPrice(fromCents(amount_cents - received_cents), currency)} is still due for this order.`
}

/** An order that continues without its payment cannot be paid any more. */
function warnOfUnpaid(status: OrderStatus, paid: Paid): string | undefined {
  if (status !== 'pending' || isPaid(paid)) return undefined
  const now = isPending(paid) ? 'Its payment has not arrived yet. Should it fail, it' : `${NOTHING_PAID} It`
  return `${now} cannot be paid afterwards, and this cannot be undone.`
}

/** The decimal amount; a disputed payment stays where it is when its order is cancelled. */
export function goesBack(next: OrderStatus, paid: Paid): number {
  return fromCents(paymentGoesBack(next, paid) + cardsGoBack(next, paid))
}

/** Cards that are to pay an unpaid order only reserve it. */
const cardsGoBack = (next: OrderStatus, paid: Paid) =>
  isPaid(paid) && isGivingBack(next) ? (paid.cards?.left ?? 0) : 0

function paymentGoesBack(next: OrderStatus, { payment, refunds, disconnection }: Paid): number {
  const isByHand = isOffline(payment?.gateway) || disconnection !== undefined
  const isReturned = next === 'refunded' || (next === 'cancelled' && !payment?.disputed && !isByHand)
  if (!isReturned || payment?.status !== 'completed' || payment.reversed_at) return 0
  return Math.max(0, refundable(payment, refunds))
}

function cardSentence({ cards, giftCards }: Paid): string | undefined {
  if (!cards) return undefined
  const { currency, left, spent } = cards
  const price = (cents: number) => formatPrice(fromCents(cents), currency)
  const blocked = giftCards?.flatMap(({ lastFour, refusal }) => (refusal ? `•••• ${lastFour}: ${refusal}` : []))
  return (
    [
      ...(left > 0 ? [`${price(left)} goes back to its gift cards.`, ...(blocked ?? [])] : []),
      spent > 0 && `${price(spent)} of the gift cards that were bought with it is spent already.`,
    ]
      .filter(Boolean)
      .join(' ') || undefined
  )
}

function paymentSentence(next: OrderStatus, { payment, refunds, disconnection }: Paid): string | undefined {
  if (!payment || payment.status === 'failed') return undefined
  if (isOffline(payment.gateway)) return byHandSentence(next, payment, refundable(payment, refunds))
  if (payment.status === 'pending') return 'Its payment has not arrived yet; should it arrive, it goes straight back.'

  const left = refundable(payment, refunds)
  if (left <= 0) return 'All that was paid for it is on its way back or has gone back already.'
  if (payment.reversed_at) return 'The bank has taken its payment back: nothing is left to refund.'
  const amount = formatPrice(fromCents(left), payment.currency)
  if (payment.disputed && next === 'cancelled')
    return `Its payment is disputed: the payment provider decides who gets the ${amount}.`
  return disconnection ?? `${amount} goes back to its customer by itself.`
}

/** Staff return themselves what no provider took. */
function byHandSentence(next: OrderStatus, { status, received_cents, currency }: Payment, left: number) {
  const cents = status === 'pending' ? received_cents : left
  if (cents <= 0) return undefined
  const records = next === 'refunded' ? ': the shop records that you did.' : ', and record that here.'
  return `Return ${formatPrice(fromCents(cents), currency)} to its customer yourself${records}`
}
