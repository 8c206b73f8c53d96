import type { OrderStatus } from '@mela/contract'
import { sql } from 'kysely'
import type { Database, Transaction } from '../platform/database/database.ts'

/** Amounts are in cents. */
export interface PayableOrder {
  id: string
  userId: string
  status: OrderStatus
  totalCents: number
  currency: string
  paymentId: string | null
}

export const isPayable = ({ status, paymentId }: PayableOrder) => status === 'pending' && paymentId === null

export async function findPayableOrder(db: Database, id: string): Promise<PayableOrder | undefined> {
  return payableOrders(db).where('id', '=', id).executeTakeFirst()
}

/** Orders are locked before their payments. With an owner, other accounts' orders are not found. */
export async function lockOrder(db: Transaction, id: string, ownerId?: string) {
  const order = payableOrders(db).where('id', '=', id).forUpdate()
  return (ownerId ? order.where('user_id', '=', ownerId) : order).executeTakeFirst()
}

export async function lockOpenOrders(db: Transaction, userId: string): Promise<PayableOrder[]> {
  const open = payableOrders(db).where('status', 'in', ['pending', 'processing', 'shipped'])
  return open.where('user_id', '=', userId).orderBy('id').forUpdate().execute()
}

export function payableOrders(db: Database) {
  return db
    .selectFrom('orders')
    .select(['id', 'user_id as userId', 'status', 'total_cents as totalCents', 'currency', 'payment_id as paymentId'])
}

/** After a change of the order's status, payments or disputes, while the order is locked. */
export async function updateRefundDue(db: Database, orderId: string): Promise<void> {
  await sql`
    update payments set is_refund_due = not is_refund_due
    where order_id = ${orderId} and is_refund_due <> is_refund_due(payments)`.execute(db)
}
