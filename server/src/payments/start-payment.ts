import { optionsText, orderName } from '@mela/contract'
import { sql } from 'kysely'
import { expireIfDue } from '../orders/expire-orders.ts'
import { findPayableOrder, findPurchaseToPay, isPayable, lockOrder } from '../orders/lock-order.ts'
import type { Database } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { notFound } from '../platform/http/errors.ts'
import { crashPoint } from '../platform/runtime/crash-points.ts'
import {
  GatewayError,
  type OpenedSession,
  type OpenPayment,
  type PaymentGateway,
  type Snapshot,
} from './gateways/gateway.ts'
import type { Gateways } from './gateways/gateways.ts'
import { type Attempt, closeAttempt, findSession, openAttempt } from './payment-sessions.ts'
import { noLongerPayable, problemBeforeCapture } from './problems.ts'
import { providerTrouble, reconcilePayment } from './reconcile-payment.ts'

interface Payer {
  userId: string
  orderId: string
  returnUrl: string
  brand: string
}

/** All tabs of one order share the payment, until it is paid, over, or begun at another provider. */
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
  await closeAttempt(db, attempt.id)
  return startPayment(db, gateways, gateway, payer)
}

async function isChanged(db: Database, gateway: PaymentGateway, seen: Snapshot): Promise<boolean> {
  const session = await findSession(db, gateway, seen).catch(providerTrouble)
  const order = session && (await findPayableOrder(db, session.orderId))
  return !!order && problemBeforeCapture(order, seen, session) !== null
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
    if (error instanceof GatewayError && error.kind === 'rejected') await closeAttempt(db, attempt.id)
    return providerTrouble(error)
  })
  crashPoint('payment opened at provider')
  await updateAttemptSession(db, attempt.id, session)
  crashPoint('payment opening stored')
  return { orderId: session.sessionId, approveUrl: session.approveUrl }
}

async function paymentToOpen(
  db: Database,
  { orderId, returnUrl, brand }: Payer,
  attempt: Attempt,
): Promise<OpenPayment> {
  const purchase = await findPurchaseToPay(db, orderId)
  const money = (cents: number) => ({ cents, currency: purchase.currency })
  return {
    brand,
    orderRef: orderId,
    orderName: orderName({ _id: orderId, number: purchase.number }),
    attempt,
    amount: money(purchase.totalCents),
    breakdown: {
      items: money(purchase.itemsCents),
      discount: money(purchase.discountCents),
      shipping: money(purchase.shippingCents),
      tax: money(purchase.taxCents),
    },
    lines: purchase.lines.map(({ options, unitCents, ...line }) => ({
      ...line,
      options: optionsText(options),
      unit: money(unitCents),
    })),
    shipTo: purchase.shipTo,
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
