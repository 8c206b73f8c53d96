import { optionsText, orderName } from '@mela/contract'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { expireIfDue } from '../orders/expire-orders.ts'
import { findPayableOrder, isPayable, lockOrder } from '../orders/move-order.ts'
import type { Database } from '../platform/database/database.ts'
import { orderNumber } from '../platform/database/order-numbers.ts'
import { transact } from '../platform/database/transact.ts'
import { notFound } from '../platform/http/errors.ts'
import { crashPoint } from '../platform/runtime/crash-points.ts'
import { withPostal } from '../shop/check-address.ts'
import { reconcilePayment } from './capture-payment.ts'
import {
  GatewayError,
  type Gateways,
  type OpenedSession,
  type OpenPayment,
  type PaymentGateway,
  type Snapshot,
} from './gateways/gateway.ts'
import {
  type Attempt,
  closeAttempts,
  findSession,
  noLongerPayable,
  openAttempt,
  problemBeforeCapture,
  providerTrouble,
} from './payment-sessions.ts'

interface Payer {
  userId: string
  orderId: string
  returnUrl: string
  brand: string
}

/**
 * Starts the payment of an order: claim its attempt → open a session at the provider, or take the one that is open.
 * All tabs of one order share it, until it is paid, over, or begun at another provider.
 */
export async function startPayment(
  db: Database,
  gateways: Gateways,
  gateway: PaymentGateway,
  payer: Payer,
): Promise<{ orderId: string; approveUrl: string }> {
  await expireIfDue(db, payer.orderId)
  const attempt = await claimAttempt(db, gateway, payer)
  crashPoint('payment attempt claimed')
  const isHere = attempt.gateway === gateway.name
  if (!attempt.sessionId && isHere) return openSession(db, gateway, payer, attempt)

  const taker = gateways.of(attempt.gateway)
  const seen = attempt.sessionId ? await taker.retrieve(attempt.sessionId).catch(providerTrouble) : undefined
  const approveUrl = seen?.approveUrl ?? attempt.approveUrl
  const isWaiting = seen?.state === 'open' || seen?.state === 'approved'
  const isStillGood = isHere && isWaiting && !(await isChanged(db, gateway, seen))
  if (isStillGood && approveUrl) return { orderId: seen.sessionId, approveUrl }
  if (seen && (seen.charge || isWaiting)) await reconcilePayment(db, taker, seen)
  await closeAttempts(db, { id: attempt.id })
  return startPayment(db, gateways, gateway, payer)
}

function claimAttempt(db: Database, gateway: PaymentGateway, { orderId, userId }: Payer): Promise<Attempt> {
  return transact(db, async db => {
    const order = await lockOrder(db, orderId)
    if (order?.userId !== userId) throw notFound('Order not found.')
    if (!isPayable(order)) throw noLongerPayable()
    return openAttempt(db, gateway.name, order)
  })
}

async function openSession(db: Database, gateway: PaymentGateway, payer: Payer, attempt: Attempt) {
  const payment = await paymentToOpen(db, payer, attempt)
  const session = await gateway.open(payment).catch(async error => {
    // The provider would refuse the same number again.
    if (error instanceof GatewayError && error.kind === 'rejected') await closeAttempts(db, { id: attempt.id })
    return providerTrouble(error)
  })
  crashPoint('payment opened at provider')
  await updateAttemptSession(db, attempt.id, session)
  crashPoint('payment opening stored')
  return { orderId: session.sessionId, approveUrl: session.approveUrl }
}

export async function paymentToOpen(
  db: Database,
  { orderId, returnUrl, brand }: Omit<Payer, 'userId'>,
  attempt: Pick<Attempt, 'id' | 'number'>,
): Promise<OpenPayment> {
  const order = await db
    .selectFrom('orders')
    .select(['total_cents', 'shipping_cents', 'sub_total_cents', 'currency', 'shipping_address'])
    .select(sql<number>`case when tax_included then 0 else tax_cents end`.as('tax_cents'))
    .select(orderNumber.as('number'))
    .select(order =>
      jsonArrayFrom(
        order
          .selectFrom('order_lines')
          .select(['name', 'options', 'sku', 'quantity', 'price_cents'])
          .whereRef('order_id', '=', 'orders.id')
          .orderBy('position'),
      ).as('lines'),
    )
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const money = (cents: number) => ({ cents, currency: order.currency })
  return {
    brand,
    orderRef: orderId,
    orderName: orderName({ _id: orderId, number: order.number }),
    attempt,
    amount: money(order.total_cents),
    breakdown: {
      items: money(order.sub_total_cents),
      shipping: money(order.shipping_cents),
      tax: money(order.tax_cents),
    },
    lines: order.lines.map(({ options, price_cents, ...line }) => ({
      ...line,
      options: optionsText(options),
      unit: money(price_cents),
    })),
    shipTo: withPostal(order.shipping_address),
    returnUrl,
  }
}

/** Keeps the first email: a second tab opens the same session again, which a browser may have changed by then. */
async function updateAttemptSession(
  db: Database,
  id: string,
  { sessionId, approveUrl, accountEmail = '' }: OpenedSession,
): Promise<void> {
  await db
    .updateTable('payment_attempts')
    .set({
      provider_order_id: sessionId,
      approve_url: approveUrl,
      account_email: sql<string>`coalesce(account_email, ${accountEmail})`,
    })
    .where('id', '=', id)
    .execute()
}

async function isChanged(db: Database, gateway: PaymentGateway, seen: Snapshot): Promise<boolean> {
  const session = await findSession(db, gateway, seen).catch(providerTrouble)
  const order = session && (await findPayableOrder(db, session.orderId))
  return !!order && problemBeforeCapture(order, seen, session) !== null
}
