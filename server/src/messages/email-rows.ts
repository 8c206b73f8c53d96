import type { PaymentGatewayName } from '@mela/contract'
import { findClosed } from '../people/closed-accounts.ts'
import { findFirstChange, findPendingEmail } from '../people/email-rows.ts'
import type { Database } from '../platform/database/database.ts'

export interface Recipient {
  id: string
  firstName: string
  lastName: string
  email: string
  isActive: boolean
}

/** Undefined when the account was deleted. */
export async function findRecipient(db: Database, userId: string): Promise<Recipient | undefined> {
  return recipients(db).where('users.id', '=', userId).executeTakeFirst()
}

/** A link goes to the pending address while it is unconfirmed. */
export async function findRecipientOfLink(db: Database, userId: string): Promise<Recipient | undefined> {
  const found = await findRecipient(db, userId)
  return found && { ...found, email: (await findPendingEmail(db, userId)) ?? found.email }
}

/** The owner may be locked out; the first address that the account can be given back to counts. */
export async function findRightfulOwner(db: Database, userId: string): Promise<Recipient | undefined> {
  const closed = await findClosed(db, userId)
  const found = closed ? { ...closed, isActive: false } : await findRecipient(db, userId)
  const first = await findFirstChange(db, userId)
  return found && { ...found, email: first?.email ?? found.email }
}

export async function findBuyer(db: Database, orderId: string): Promise<Recipient | undefined> {
  return recipients(db)
    .innerJoin('orders', 'orders.user_id', 'users.id')
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
}

function recipients(db: Database) {
  return db
    .selectFrom('users')
    .select(['users.id', 'first_name as firstName', 'last_name as lastName', 'email', 'is_active as isActive'])
    .where('users.deleted_at', 'is', null)
}

/** Amounts are in cents. */
export interface OrderMoney {
  paid: number
  refunded: number
  /** A cancelled order's money goes back. */
  returning: number
  /** The provider decides about the unrefunded rest. */
  isContested: boolean
  isPending: boolean
  gateway: PaymentGatewayName
}

/** `refund` is the provider's id; the amount is in cents. */
export async function findRefundedAmount(db: Database, orderId: string, refundId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select('refunds.amount_cents as cents')
    .where('order_id', '=', orderId)
    .where('provider_refund_id', '=', refundId)
    .executeTakeFirst()
  return row?.cents
}
