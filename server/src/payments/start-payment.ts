import { createHash } from 'node:crypto'
import {
  countryOf,
  formatPrice,
  type Order,
  optionsText,
  orderName,
  type Settings,
  sumOf,
  toCents,
} from '@mela/contract'
import { sql } from 'kysely'
import { expireIfDue } from '../orders/expire-orders.ts'
import { findPayableOrder, isPayable, lockOrder } from '../orders/move-order.ts'
import { requireOwnOrder } from '../orders/read-orders.ts'
import type { Database } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, notFound } from '../platform/http/errors.ts'
import { refuseManyDeclines } from '../platform/limits/limit-declines.ts'
import { crashPoint } from '../platform/runtime/crash-points.ts'
import { endSession, reconcilePayment } from './capture-payment.ts'
import {
  GatewayError,
  type Gateways,
  type OpenedSession,
  type OpenPayment,
  type PaymentGateway,
  SAVED_ERROR,
  type Snapshot,
} from './gateways/gateway.ts'
import { noteDeclines } from './note-declines.ts'
import {
  AMOUNT_TOO_SMALL,
  type ApprovedSession,
  type Attempt,
  closeAttempt,
  findLastAttempt,
  findOpenAttempt,
  findSession,
  noLongerPayable,
  openAttempt,
  openNoted,
  problemBeforeCapture,
  providerTrouble,
  shipToOf,
} from './payment-sessions.ts'
import { requireOffered, toPayOf } from './ways-to-pay.ts'

interface Payer {
  userId: string
  orderId: string
  returnUrl: string
  brand: string
  shopCountry: string
  payments: Settings['payments']
  /** The network address that counts declined payments. */
  address: string
  approved?: ApprovedSession | undefined
  isLastSessionOver?: boolean
}

/**
 * Starts the payment of an order: check that it is offered, and that few payments were declined → claim its attempt → open a session at the provider, or take the one that is open.
 * All tabs of one order share it, until it is paid, over, or begun at another provider; who comes back goes on in it.
 */
export async function startPayment(
  db: Database,
  gateways: Gateways,
  gateway: PaymentGateway,
  payer: Payer,
): Promise<{ orderId: string; approveUrl: string }> {
  await expireIfDue(db, payer.orderId)
  await requireOffered(gateway, payer.payments, toPayOf(await requireOwnOrder(db, payer.userId, payer.orderId)))
  const network = networkHashOf(payer.address)
  await refuseManyDeclines(db, { orderId: payer.orderId, userId: payer.userId, network })
  const left = await findLeft(db, gateway, payer)
  const attempt = await claimAttempt(db, gateway, { ...payer, left }, network)
  crashPoint('payment attempt claimed')
  if (payer.approved && attempt.sessionId === payer.approved.sessionId)
    return { orderId: attempt.sessionId, approveUrl: approvedUrl(payer.returnUrl, attempt.sessionId) }
  const isHere = attempt.gateway === gateway.name
  if (!attempt.sessionId && isHere) return openSession(db, gateways, gateway, payer, attempt)

  // Undefined when its keys were removed meanwhile.
  const taker = gateways.find(attempt.gateway)
  const seen =
    taker && (await (isHere ? findSessionOf(taker, attempt) : endElsewhere(taker, attempt)).catch(providerTrouble))
  if (taker && seen?.signs?.declines) {
    await noteDeclines(db, taker, attempt, seen.signs)
    await refuseManyDeclines(db, { orderId: payer.orderId, userId: payer.userId, network })
  }
  // A session from before the order leads back to the checkout, so a buyer who tries again gets another one.
  const approveUrl = attempt.approveUrl && (seen?.approveUrl ?? attempt.approveUrl)
  const isWaiting = seen?.state === 'open' || seen?.state === 'approved'
  const isStillGood = isHere && isWaiting && !(await isChanged(db, gateway, seen))
  if (isStillGood && approveUrl) return { orderId: seen.sessionId, approveUrl }
  if (taker && seen && (seen.charge || seen.state === 'approved' || (isHere && isWaiting)))
    await reconcilePayment(db, taker, seen)
  await closeAttempt(db, attempt)
  return startPayment(db, gateways, gateway, isHere ? { ...payer, isLastSessionOver: true } : payer)
}

/** The provider leads a buyer who has approved back here, and the page reports the payment. */
function approvedUrl(returnUrl: string, sessionId: string): string {
  const url = new URL(returnUrl)
  url.searchParams.set('token', sessionId)
  url.searchParams.set('PayerID', 'express')
  return url.href
}

const findSessionOf = async (taker: PaymentGateway, { sessionId }: Attempt) =>
  sessionId ? taker.retrieve(sessionId) : undefined

/** The buyer chose another provider: what can still be paid at the first one must not be. */
async function endElsewhere(taker: PaymentGateway, attempt: Attempt): Promise<Snapshot | undefined> {
  const seen = await findSessionOf(taker, attempt)
  return seen?.state === 'open' ? endSession(taker, seen) : seen
}

/** The attempt that its buyer left at this provider, where its session is paid or can be: not after a refusal. */
async function findLeft(
  db: Database,
  gateway: PaymentGateway,
  { orderId, approved, isLastSessionOver }: Payer,
): Promise<Attempt | undefined> {
  if (approved || isLastSessionOver || (await findOpenAttempt(db, orderId))) return undefined
  const order = await findPayableOrder(db, orderId)
  if (!order || !isPayable(order)) return undefined
  const last = await findLastAttempt(db, gateway.name, orderId)
  if (!last?.sessionId || last.captureTry > 1) return undefined
  const seen = await gateway.retrieve(last.sessionId).catch(unlessForbidden)
  return seen && seen.state !== 'closed' ? last : undefined
}

/** Keys of another account may not read it. */
function unlessForbidden(error: unknown): undefined {
  if (!(error instanceof GatewayError) || error.kind !== 'config') providerTrouble(error)
}

function claimAttempt(
  db: Database,
  gateway: PaymentGateway,
  { orderId, userId, approved, left }: Payer & { left: Attempt | undefined },
  network: Buffer,
): Promise<Attempt> {
  return transact(db, async db => {
    const order = await lockOrder(db, orderId)
    if (order?.userId !== userId) throw notFound('Order not found.')
    if (!isPayable(order)) throw noLongerPayable()
    return openAttempt(db, gateway.name, order, network, { approved, left })
  })
}

async function openSession(
  db: Database,
  gateways: Gateways,
  gateway: PaymentGateway,
  payer: Payer,
  attempt: Attempt,
): ReturnType<typeof startPayment> {
  const order = await requireOwnOrder(db, payer.userId, payer.orderId)
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', payer.userId)
    .executeTakeFirstOrThrow()
  const payment = paymentToOpen(order, { ...payer, email }, attempt)
  const session = await openNoted(db, gateway, () => gateway.open(payment)).catch(async error => {
    // The provider would answer the same to the same number.
    if (error instanceof GatewayError && (['refused', 'rejected'].includes(error.kind) || error.issue === SAVED_ERROR))
      await closeAttempt(db, attempt)
    if (error instanceof GatewayError && error.issue === AMOUNT_TOO_SMALL) throw tooSmall(gateway, order)
    return providerTrouble(error)
  })
  crashPoint('payment opened at provider')
  const isCurrent = await updateAttemptSession(db, attempt.id, session)
  crashPoint('payment opening stored')
  const areKeysCurrent = gateways.find(gateway.name)?.clientId === gateway.clientId
  // Meanwhile the order was cancelled, another tab chose another provider, or staff replaced the keys.
  if (!isCurrent || !areKeysCurrent) await gateway.expire?.(session.sessionId).catch(providerTrouble)
  if (!areKeysCurrent) {
    await closeAttempt(db, { ...attempt, ...session })
    return startPayment(db, gateways, gateways.of(gateway.name), payer)
  }
  return { orderId: session.sessionId, approveUrl: session.approveUrl }
}

/** As after a gift card that pays all but some cents. */
const tooSmall = ({ displayName }: PaymentGateway, { amountToPay, currency }: Order) =>
  conflict(
    `${displayName} takes no payment as small as ${formatPrice(amountToPay, currency)}. Please choose another way to pay, or cancel this order and add something to it.`,
    'gateway_not_offered',
  )

export function paymentToOpen(
  order: Order,
  { returnUrl, brand, shopCountry, email }: Pick<Payer, 'returnUrl' | 'brand' | 'shopCountry'> & { email: string },
  attempt: Pick<Attempt, 'id' | 'number' | 'at'>,
): OpenPayment {
  const money = (amount: number) => inCents(toCents(amount))
  const inCents = (cents: number) => ({ cents, currency: order.currency })
  const items = sumOf(order.products.map(({ price, quantity }) => toCents(price) * quantity))
  const tax = order.taxIncluded ? 0 : toCents(order.taxAmount)
  const discount = items + toCents(order.shippingAmount) + tax - toCents(order.amountToPay)
  return {
    brand,
    orderRef: order._id,
    orderName: orderName(order),
    attempt,
    payBy: order.expiresAt === null ? null : new Date(order.expiresAt),
    buyerEmail: email,
    amount: money(order.amountToPay),
    breakdown: {
      items: inCents(items),
      shipping: money(order.shippingAmount),
      tax: inCents(tax),
      discount: inCents(discount),
    },
    lines: order.products.map(({ product: { name }, options, sku, quantity, price }) => ({
      name,
      options: optionsText(options),
      sku,
      quantity,
      unit: money(price),
    })),
    shipTo: shipToOf(order),
    billingCountry: countryOf(order.billingAddress ?? order.shippingAddress),
    shopCountry,
    returnUrl,
  }
}

/**
 * Keeps the first email: a second tab opens the same session again, which a browser may have changed by then. Answers
 * whether the attempt is still open.
 */
async function updateAttemptSession(
  db: Database,
  id: string,
  { sessionId, approveUrl, accountEmail = '' }: OpenedSession,
): Promise<boolean> {
  const { state } = await db
    .updateTable('payment_attempts')
    .set({
      provider_order_id: sessionId,
      approve_url: approveUrl,
      account_email: sql<string>`coalesce(account_email, ${accountEmail})`,
    })
    .where('id', '=', id)
    .returning('state')
    .executeTakeFirstOrThrow()
  return state === 'open'
}

async function isChanged(db: Database, gateway: PaymentGateway, seen: Snapshot): Promise<boolean> {
  const session = await findSession(db, gateway, seen).catch(providerTrouble)
  const order = session && (await findPayableOrder(db, session.orderId))
  return !!order && problemBeforeCapture(order, seen, session) !== null
}

const networkHashOf = (address: string) => createHash('sha256').update(`payments from ${address}`).digest()
