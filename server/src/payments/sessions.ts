import { findPayableOrder } from '../orders/order-payment.repository.ts'
import type { Database } from '../platform/database/database.ts'
import type { PaymentGateway, Snapshot } from './gateways/gateway.ts'
import { type Attempt, findAttempt } from './payment-attempts.repository.ts'
import { requireShopAccount } from './provider-accounts.repository.ts'

/** A session of the provider, as the shop knows it. */
export interface Session {
  /** The order that the shop opened it for; of a session opened elsewhere the one that it names. */
  orderId: string
  /** Undefined when the shop did not open it. */
  attempt: Attempt | undefined
  /** The shop's own account at the provider. */
  account: string
}

/** Undefined when the session belongs to no order of the shop. Throws a GatewayError while the shop's account is unknown. */
export async function findSession(
  db: Database,
  gateway: PaymentGateway,
  { sessionId, orderRef }: Snapshot,
): Promise<Session | undefined> {
  const attempt = await findAttempt(db, gateway.name, sessionId)
  const orderId = attempt?.orderId ?? (orderRef && (await findPayableOrder(db, orderRef))?.id)
  return orderId ? { orderId, attempt, account: await requireShopAccount(db, gateway) } : undefined
}
