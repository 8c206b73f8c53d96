import { type OrderStatus, type ShippingAddress, sumOf } from '@mela/contract'
import { sql, type Transaction } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '../platform/database/database.ts'
import { orderNumber } from '../platform/database/order-numbers.ts'
import type { Tables } from '../platform/database/tables.ts'
import { withPostal } from '../shop/check-address.ts'

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
export async function lockOrder(
  db: Transaction<Tables>,
  id: string,
  ownerId?: string,
): Promise<PayableOrder | undefined> {
  const order = payableOrders(db).where('id', '=', id).forUpdate()
  return (ownerId ? order.where('user_id', '=', ownerId) : order).executeTakeFirst()
}

export async function listDueOrders(db: Database, ownerId?: string): Promise<string[]> {
  const due = dueOrders(db).orderBy('expires_at').limit(1000)
  const rows = await (ownerId ? due.where('user_id', '=', ownerId) : due).execute()
  return rows.map(({ id }) => id)
}

export async function isDue(db: Database, id: string): Promise<boolean> {
  return (await dueOrders(db).where('id', '=', id).executeTakeFirst()) !== undefined
}

/** An order that is locked elsewhere is left out. */
export async function lockDueOrder(db: Transaction<Tables>, id: string): Promise<PayableOrder | undefined> {
  return dueOrders(db).where('id', '=', id).forUpdate('orders').skipLocked().executeTakeFirst()
}

/** An order waits while a payment is pending or the provider is queried about one. */
function dueOrders(db: Database) {
  return payableOrders(db)
    .where('status', '=', 'pending')
    .where('payment_id', 'is', null)
    .where('expires_at', '<=', sql<Date>`now()`)
    .where(order =>
      order.not(
        order.exists(
          order
            .selectFrom('payment_attempts')
            .select('payment_attempts.id')
            .whereRef('order_id', '=', 'orders.id')
            .where('state', '=', 'open')
            .where('held_until', '>', sql<Date>`now()`),
        ),
      ),
    )
}

export async function lockOpenOrders(db: Transaction<Tables>, userId: string): Promise<PayableOrder[]> {
  const open = payableOrders(db).where('status', 'in', ['pending', 'processing', 'shipped'])
  return open.where('user_id', '=', userId).orderBy('id').forUpdate().execute()
}

function payableOrders(db: Database) {
  return db
    .selectFrom('orders')
    .select(['id', 'user_id as userId', 'status', 'total_cents as totalCents', 'currency', 'payment_id as paymentId'])
}

export async function isPaymentOf(db: Database, paymentId: string, orderId: string): Promise<boolean> {
  const payments = db.selectFrom('payments').select('id').where('id', '=', paymentId)
  return (await payments.where('order_id', '=', orderId).executeTakeFirst()) !== undefined
}

export async function updateOrderPayment(db: Database, id: string, paymentId: string | null): Promise<void> {
  await db.updateTable('orders').set({ payment_id: paymentId }).where('id', '=', id).execute()
}

/** After a change of the order's status, payments or disputes, while the order is locked. */
export async function updateRefundDue(db: Database, orderId: string): Promise<void> {
  await sql`
    update payments set is_refund_due = not is_refund_due
    where order_id = ${orderId} and is_refund_due <> is_refund_due(payments)`.execute(db)
}

export interface PurchaseToPay {
  number: string | null
  currency: string
  totalCents: number
  itemsCents: number
  discountCents: number
  shippingCents: number
  taxCents: number
  shipTo: ShippingAddress
  lines: { name: string; options: Record<string, string>; sku: string | null; quantity: number; unitCents: number }[]
}

export async function findPurchaseToPay(db: Database, orderId: string): Promise<PurchaseToPay> {
  const purchase = await db
    .selectFrom('orders')
    .select(['total_cents as totalCents', 'shipping_cents as shippingCents'])
    .select(sql<number>`case when tax_included then 0 else tax_cents end`.as('taxCents'))
    .select(orderNumber.as('number'))
    .select(['sub_total_cents as discountedCents', 'currency', 'shipping_address as shipTo'])
    .select(order =>
      jsonArrayFrom(
        order
          .selectFrom('order_lines')
          .select(['name', 'options', 'sku', 'quantity', 'price_cents as unitCents'])
          .whereRef('order_id', '=', 'orders.id')
          .orderBy('position'),
      ).as('lines'),
    )
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const itemsCents = sumOf(purchase.lines.map(({ quantity, unitCents }) => quantity * unitCents))
  return {
    ...purchase,
    shipTo: withPostal(purchase.shipTo),
    itemsCents,
    discountCents: itemsCents - purchase.discountedCents,
  }
}
