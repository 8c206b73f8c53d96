import { type OrderStatus, type ShippingAddress, sumOf } from '@mela/contract'
import { sql, type Transaction } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '../platform/database/database.ts'
import { orderNumber } from '../platform/database/order-numbers.ts'
import type { Tables } from '../platform/database/tables.ts'
import { withPostal } from '../shop/postal.ts'

/** What paying an order needs; amounts in cents. */
export interface PayableOrder {
  id: string
  userId: string
  status: OrderStatus
  totalCents: number
  currency: string
  paymentId: string | null
}

/** A pending order without a pending payment. */
export const isPayable = ({ status, paymentId }: PayableOrder) => status === 'pending' && paymentId === null

export async function findPayableOrder(db: Database, id: string): Promise<PayableOrder | undefined> {
  return payableOrders(db).where('id', '=', id).executeTakeFirst()
}

/**
 * Locks the order until the transaction ends; always before its payments. With an owner, other accounts' orders are not
 * found.
 */
export async function lockOrder(
  db: Transaction<Tables>,
  id: string,
  ownerId?: string,
): Promise<PayableOrder | undefined> {
  const order = payableOrders(db).where('id', '=', id).forUpdate()
  return (ownerId ? order.where('user_id', '=', ownerId) : order).executeTakeFirst()
}

/** Expired unpaid orders; one customer's or all. */
export async function listDueOrders(db: Database, ownerId?: string): Promise<string[]> {
  const due = dueOrders(db).orderBy('expires_at').limit(1000)
  const rows = await (ownerId ? due.where('user_id', '=', ownerId) : due).execute()
  return rows.map(({ id }) => id)
}

export async function isDue(db: Database, id: string): Promise<boolean> {
  return (await dueOrders(db).where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Locks the order if it is still due and not locked elsewhere. */
export async function lockDueOrder(db: Transaction<Tables>, id: string): Promise<PayableOrder | undefined> {
  return dueOrders(db).where('id', '=', id).forUpdate('orders').skipLocked().executeTakeFirst()
}

/** Expired unpaid orders, except while a payment is pending or the provider is queried about one. */
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

/** Locks an account's undelivered orders in id order. */
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

/** Whether an order has ever been shipped. */
export async function wasShipped(db: Database, orderId: string): Promise<boolean> {
  const moves = db.selectFrom('order_history').select('id').where('order_id', '=', orderId)
  return (await moves.where('to_status', 'in', ['shipped', 'delivered']).executeTakeFirst()) !== undefined
}

export async function updateOrderPayment(db: Database, id: string, paymentId: string | null): Promise<void> {
  await db.updateTable('orders').set({ payment_id: paymentId }).where('id', '=', id).execute()
}

/** Updates the status and its history; without an actor it is the shop itself. */
export async function updateOrderStatus(
  db: Transaction<Tables>,
  { id, status }: Pick<PayableOrder, 'id' | 'status'>,
  next: OrderStatus,
  actorId: string | null = null,
): Promise<void> {
  await db.updateTable('orders').set({ status: next }).where('id', '=', id).execute()
  await db
    .insertInto('order_history')
    .values({ order_id: id, from_status: status, to_status: next, actor_id: actorId })
    .execute()
}

/** What the provider shows the buyer; amounts in cents. */
export interface PurchaseToPay {
  /** The owner's order number, where there is one. */
  number: string | null
  currency: string
  totalCents: number
  /** The sum of the lines, before discounts. */
  itemsCents: number
  discountCents: number
  shippingCents: number
  /** On top of the items. */
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
