import { findPayableOrder } from '../orders/order-payment.repository.ts'
import type { Database } from '../platform/database/database.ts'
import type { PaymentGateway, Snapshot } from './gateways/gateway.ts'
import { type Attempt, findAttempt } from './payment-attempts.repository.ts'
import { requireShopAccount } from './provider-accounts.repository.ts'

export interface Session {
  /** A session opened elsewhere has the order that it names. */
  orderId: string
  attempt: Attempt | undefined
  account: string
}

/** Undefined for no order of the shop. Throws a GatewayError while the shop's account is unknown. */
export async function findSession(
  db: Database,
  gateway: PaymentGateway,
  { sessionId, orderRef }: Snapshot,
): Promise<Session | undefined> {
  const attempt = await findAttempt(db, gateway.name, sessionId)
  const orderId = attempt?.orderId ?? (orderRef && (await findPayableOrder(db, orderRef))?.id)
  return orderId ? { orderId, attempt, account: await requireShopAccount(db, gateway) } : undefined
}
