import { findPayableOrder } from '../orders/lock-order.ts'
import type { Database } from '../platform/database/database.ts'
import { ShopError } from '../platform/http/errors.ts'
import type { PaymentGateway } from './gateways/gateway.ts'
import { closeAttempt, findAttempt } from './payment-sessions.ts'
import { reconcilePayment } from './reconcile-payment.ts'

/** Closes the attempt when the order can no longer be paid. Throws when the provider does not respond. */
export async function reconcileLatePayment(
  db: Database,
  gateway: PaymentGateway,
  transactionId: string,
): Promise<void> {
  const snapshot = await gateway.retrieve(transactionId)
  const attempt = await findAttempt(db, gateway.name, snapshot?.sessionId ?? transactionId)
  const orderId = attempt?.orderId ?? snapshot?.orderRef
  const order = orderId ? await findPayableOrder(db, orderId) : undefined
  if (snapshot?.state === 'open' && order?.status === 'pending') return

  const canGo = snapshot && snapshot.state !== 'open' && snapshot.state !== 'closed'
  const isReconciled = canGo && (await reconcilePayment(db, gateway, snapshot).catch(ifRefused))
  if (attempt && !isReconciled) await closeAttempt(db, attempt.id)
}

/** The refusals mean that nothing was captured, or that it is no payment of an order. */
function ifRefused(error: unknown): undefined {
  if (!(error instanceof ShopError) || error.kind !== 'conflict') throw error
}
