import { type Order, type Payment, type PaymentInput, type ShownPayment, toCents } from '@mela/contract'
import { expireIfDue } from '../orders/expire-orders.ts'
import { lockOrder } from '../orders/lock-order.ts'
import { requireOwnOrder } from '../orders/read-orders.ts'
import type { SessionUser } from '../people/session-user.ts'
import type { Database } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, notFound } from '../platform/http/errors.ts'
import { GatewayError, type PaymentGateway, type Snapshot } from './gateways/gateway.ts'
import { findOpenAttempt, findSession, insertAdoptedAttempt } from './payment-sessions.ts'
import { refusalOfProblem, wrongAmount } from './problems.ts'
import { providerTrouble, reconcilePayment } from './reconcile-payment.ts'
import { findPaymentByTransaction, type PaymentRow, paymentOf } from './rows.ts'
import { findOwnPayment, findPayment, listStaffRefunds } from './staff-payments.ts'

/** Only the provider's state of the transaction counts; reporting it again answers the same payment. */
export async function reportPayment(
  db: Database,
  gateway: PaymentGateway,
  userId: string,
  input: PaymentInput,
): Promise<{ payment: Payment; isNew: boolean }> {
  await expireIfDue(db, input.order)
  const order = await requireOwnOrder(db, userId, input.order)
  const known = await findPaymentByTransaction(db, gateway.name, input.transactionId)
  if (known && known.order_id !== order._id) throw foreignPayment()
  if (known && isFinal(known)) return { payment: paymentOf(known), isNew: false }
  if (input.amount !== undefined && toCents(input.amount) !== toCents(order.totalAmount)) throw wrongAmount()

  const snapshot = await retrieveOrAdopt(db, gateway, order, input).catch(providerTrouble)
  if (!snapshot) throw conflict('This payment is not known to the payment provider.', 'payment_unknown')
  const session = await findSession(db, gateway, snapshot).catch(providerTrouble)
  if (session && session.orderId !== order._id) throw foreignPayment()

  const { payment, isNew } = await reconcilePayment(db, gateway, snapshot)
  const refusal = refusalOfProblem(payment.problem)
  if (refusal) throw refusal
  return { payment: paymentOf(payment), isNew }
}

/** The browser may have died after the approval, so nothing has reconciled it. */
export async function findUnreconciled(
  db: Database,
  gateway: PaymentGateway,
  userId: string,
  orderId: string,
): Promise<{ transactionId: string | null; isUnderWay: boolean }> {
  const order = await requireOwnOrder(db, userId, orderId)
  const attempt = order.status === 'pending' ? await findOpenAttempt(db, orderId) : undefined
  if (!attempt?.sessionId || attempt.gateway !== gateway.name) return { transactionId: null, isUnderWay: false }
  const snapshot = await gateway.retrieve(attempt.sessionId).catch(providerTrouble)
  const isApproved = snapshot?.state === 'approved' || snapshot?.charge
  return { transactionId: isApproved ? snapshot.sessionId : null, isUnderWay: true }
}

const foreignPayment = () => conflict('This payment belongs to another order.', 'payment_of_other_order')

/** Captured, for good or to be refunded; a plain failure may still be followed by a success. */
const isFinal = ({ status, problem }: PaymentRow) => status === 'completed' || (status === 'failed' && problem !== null)

async function retrieveOrAdopt(
  db: Database,
  gateway: PaymentGateway,
  order: Order,
  input: PaymentInput,
): Promise<Snapshot | undefined> {
  const { transactionId, status = 'completed', email_address: email } = input
  const snapshot = await gateway.retrieve(transactionId)
  if (snapshot || !gateway.adopt) return snapshot

  const amount = { cents: toCents(order.totalAmount), currency: order.currency }
  await gateway.adopt({ id: transactionId, orderRef: order._id, amount, status, email }).catch(unlessRefused)
  const adopted = await gateway.retrieve(transactionId)
  if (adopted?.orderRef === order._id) await keepAdopted(db, gateway, order, adopted.sessionId)
  return adopted
}

function keepAdopted(db: Database, { name }: PaymentGateway, { _id }: Order, sessionId: string): Promise<void> {
  return transact(db, async db => {
    const order = await lockOrder(db, _id)
    if (order) await insertAdoptedAttempt(db, name, order, sessionId)
  })
}

/** An id that even the emulator refuses stays unknown. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof GatewayError) || error.kind !== 'notFound') throw error
}

/** The payment does not exist for anybody but its customer and admins. */
export async function showPayment(db: Database, visitor: SessionUser, id: string): Promise<ShownPayment> {
  const isAdmin = visitor.role === 'admin'
  const payment = await (isAdmin ? findPayment(db, id) : findOwnPayment(db, visitor.id, id))
  if (!payment) throw notFound('Payment not found.')
  return isAdmin ? { ...payment, refunds: await listStaffRefunds(db, [id]) } : payment
}

export async function showReported(db: Database, visitor: SessionUser, payment: Payment): Promise<Payment> {
  if (visitor.role !== 'admin') return payment
  const { user, ...shown } = await showPayment(db, visitor, payment._id)
  return { ...shown, user: user ?? payment.user, order: payment.order }
}
