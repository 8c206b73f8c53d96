import { type BodyOf, type Calls, type Order, type PaymentGatewayName, paymentProblems, toCents } from '@mela/contract'
import { sql } from 'kysely'
import { expireIfDue } from '../orders/expire-orders.ts'
import { lockOrder } from '../orders/move-order.ts'
import { requireOwnOrder } from '../orders/read-orders.ts'
import type { Database } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, invalid, type ShopError } from '../platform/http/errors.ts'
import { reconcilePayment } from './capture-payment.ts'
import { GatewayError, type Gateways, type PaymentGateway } from './gateways/gateway.ts'
import {
  findOpenAttempt,
  findSession,
  foreignPayment,
  insertAdoptedAttempt,
  isFreshlyApproved,
  noLongerPayable,
  providerTrouble,
} from './payment-sessions.ts'
import { ofOrders, type PaymentRow, paymentOf } from './rows.ts'

type Reported = BodyOf<Calls['POST /payments']>

/**
 * Answers a browser that reports a payment: find the order → ask the provider → reconcile → refuse what does not count.
 * Only the provider's state counts; reporting it again answers the same payment.
 */
export async function reportPayment(db: Database, gateway: PaymentGateway, userId: string, input: Reported) {
  const order = await requireOwnOrder(db, userId, input.order)
  const known = await findKnownPayment(db, gateway.name, input.transactionId)
  if (known && known.order_id !== order._id) throw foreignPayment()
  if (known && isFinal(known)) return { payment: paymentOf(known), isNew: false }
  if (input.amount !== undefined && toCents(input.amount) !== toCents(order.amountToPay)) throw wrongAmount()

  const snapshot = await retrieveOrAdopt(db, gateway, order, input).catch(providerTrouble)
  if (!snapshot) throw conflict('This payment is not known to the payment provider.', 'payment_unknown')
  const session = await findSession(db, gateway, snapshot).catch(providerTrouble)
  if (session && session.orderId !== order._id) throw foreignPayment()

  const { payment, isNew, isUnapproved } = await reconcilePayment(db, gateway, snapshot, { isReported: true })
  if (isUnapproved) throw agreeAgain(gateway)
  const refusal = refusalOfProblem(payment.problem)
  if (refusal) throw refusal
  return { payment: paymentOf(payment), isNew }
}

/** A captured payment outweighs a failed one. */
const findKnownPayment = (db: Database, gateway: PaymentGatewayName, transactionId: string) =>
  ofOrders(db)
    .where('gateway', '=', gateway)
    .where(({ or }) => or({ transaction_id: transactionId, provider_order_id: transactionId }))
    .orderBy(sql`status = 'completed'`, 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Captured, for good or to be refunded; a plain failure may still be followed by a success. */
const isFinal = ({ status, problem }: PaymentRow) => status === 'completed' || (status === 'failed' && problem !== null)

async function retrieveOrAdopt(db: Database, gateway: PaymentGateway, order: Order, input: Reported) {
  const { transactionId, status = 'completed', email_address: email } = input
  const snapshot = await gateway.retrieve(transactionId)
  if (snapshot || !gateway.adopt) return snapshot

  await expireIfDue(db, order._id)
  const amount = { cents: toCents(order.amountToPay), currency: order.currency }
  await gateway.adopt({ id: transactionId, orderRef: order._id, amount, status, email }).catch(unlessRefused)
  const adopted = await gateway.retrieve(transactionId)
  if (adopted?.orderRef === order._id)
    await transact(db, async db => {
      const locked = await lockOrder(db, order._id)
      if (locked) await insertAdoptedAttempt(db, gateway.name, locked, adopted.sessionId)
    })
  return adopted
}

/** An id that even the emulator refuses stays unknown. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof GatewayError) || error.kind !== 'notFound') throw error
}

/** The browser may have died after the approval, so nothing has reconciled it. */
export async function findUnreconciled(db: Database, gateways: Gateways, userId: string, orderId: string) {
  const order = await requireOwnOrder(db, userId, orderId)
  const attempt = order.status === 'pending' ? await findOpenAttempt(db, orderId) : undefined
  const gateway = attempt?.sessionId ? gateways.find(attempt.gateway) : undefined
  if (!gateway || !attempt?.sessionId) return { gateway: null, transactionId: null, isUnderWay: false }
  const snapshot = await gateway.retrieve(attempt.sessionId).catch(providerTrouble)
  const isToReport = snapshot && (snapshot.charge || isFreshlyApproved(snapshot, attempt))
  return { gateway: gateway.name, transactionId: isToReport ? snapshot.sessionId : null, isUnderWay: true }
}

function refusalOfProblem(problem: string | null): ShopError | undefined {
  if (problem === null || problem === paymentProblems.unapproved) return undefined
  const otherAmounts: string[] = [paymentProblems.amount, paymentProblems.changedAmount, paymentProblems.higherSession]
  if (otherAmounts.includes(problem)) return wrongAmount()
  const isLate = problem === paymentProblems.duplicate || problem === paymentProblems.order
  return isLate ? noLongerPayable() : notAsOpened()
}

const agreeAgain = ({ displayName }: PaymentGateway) =>
  conflict(
    `${displayName} asks you to agree to this payment once more. Nothing was charged; please pay again.`,
    'payment_unapproved',
  )

const wrongAmount = () => invalid({ amount: 'Payment amount does not match the order total.' }, 'amount_mismatch')

const notAsOpened = () =>
  conflict(
    'This payment is not the one that this shop asked for, so it does not count. Please pay again.',
    'payment_not_accepted',
  )
