import type { OrderStatus, ShippingAddress } from '@mela/contract'
import type { Transaction } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'

/** What paying an order needs to know of it; amounts in cents. */
export interface PayableOrder {
  id: string
  userId: string
  status: OrderStatus
  totalCents: number
  paymentId: string | null
}

/** A pending order without a payment on its way. */
export const isPayable = ({ status, paymentId }: PayableOrder) => status === 'pending' && paymentId === null

export async function findPayableOrder(db: Database, id: string): Promise<PayableOrder | undefined> {
  return payableOrders(db).where('id', '=', id).executeTakeFirst()
}

/** Locks the order until the transaction ends; always before its payments. */
export async function lockOrder(db: Transaction<Tables>, id: string): Promise<PayableOrder | undefined> {
  return payableOrders(db).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Locks what somebody has ordered and not yet got, in the order of the ids. */
export async function lockOpenOrders(db: Transaction<Tables>, userId: string): Promise<PayableOrder[]> {
  const open = payableOrders(db).where('status', 'in', ['pending', 'processing', 'shipped'])
  return open.where('user_id', '=', userId).orderBy('id').forUpdate().execute()
}

function payableOrders(db: Database) {
  return db
    .selectFrom('orders')
    .select(['id', 'user_id as userId', 'status', 'total_cents as totalCents', 'payment_id as paymentId'])
}

export async function updateOrderPayment(db: Database, id: string, paymentId: string | null): Promise<void> {
  await db.updateTable('orders').set({ payment_id: paymentId }).where('id', '=', id).execute()
}

/** Moves an order and writes down who did it; nobody means the shop itself. */
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

/** What the provider shows to the buyer; amounts in cents. */
export interface Invoice {
  totalCents: number
  itemsCents: number
  shippingCents: number
  taxCents: number
  shipTo: ShippingAddress
  lines: { name: string; quantity: number; unitCents: number }[]
}

export async function findInvoice(db: Database, orderId: string): Promise<Invoice> {
  return db
    .selectFrom('orders')
    .select(['total_cents as totalCents', 'sub_total_cents as itemsCents', 'shipping_cents as shippingCents'])
    .select(['tax_cents as taxCents', 'shipping_address as shipTo'])
    .select(order =>
      jsonArrayFrom(
        order
          .selectFrom('order_lines')
          .select(['name', 'quantity', 'price_cents as unitCents'])
          .whereRef('order_id', '=', 'orders.id')
          .orderBy('position'),
      ).as('lines'),
    )
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
}
