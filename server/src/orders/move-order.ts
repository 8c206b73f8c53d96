import { boughtStatuses, type ErrorCode, isOffline, nextStatuses, type OrderStatus } from '@mela/contract'
import { sql } from 'kysely'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import type { Invalidate } from '../platform/database/invalidation.ts'
import { conflict } from '../platform/http/errors.ts'
import { enqueueEmail, type OrderEmailKind } from '../platform/mail/outbox.ts'
import { crashPoint } from '../platform/runtime/crash-points.ts'
import { returnUses } from './discounts/take-uses.ts'
import { returnToCards, takeBackCards } from './gift-cards/use-gift-cards.ts'
import { creditCards, issueCreditNote } from './invoices/issue-invoice.ts'
import { closeUnpaid } from './offline/close-unpaid.ts'

export interface PayableOrder {
  id: string
  userId: string
  status: OrderStatus
  /** What a provider is asked for: the total without what gift cards pay. */
  payableCents: number
  giftCardCents: number
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
    .select(['id', 'user_id as userId', 'status', 'currency', 'payment_id as paymentId'])
    .select(['gift_card_cents as giftCardCents', sql<number>`total_cents - gift_card_cents`.as('payableCents')])
}

/** After a change of the order's status, payments or disputes, while the order is locked. */
export async function updateRefundDue(db: Database, orderId: string): Promise<void> {
  await sql`
    update payments set is_refund_due = not is_refund_due
    where order_id = ${orderId} and is_refund_due <> is_refund_due(payments)`.execute(db)
}

/**
 * Moves an order: close what is due → write status and history → give stock, discounts and gift cards back → renew
 * reviews → email → credit.
 * The order must be locked and the transition allowed; no actor stands for the shop itself.
 */
export async function moveOrder(
  db: Transaction,
  invalidate: Invalidate,
  order: PayableOrder,
  next: OrderStatus,
  actorId: string | null,
): Promise<void> {
  const unpaid = next === 'cancelled' ? await closeUnpaid(db, order.id) : undefined
  await updateOrderStatus(db, order, next, actorId)
  const isOver = next === 'cancelled' || next === 'refunded'
  if (isOver) await giveBack(db, invalidate, order.id)
  if (next === 'cancelled') await returnUses(db, order.id)
  const returned = isOver ? await settleGiftCards(db, order, next) : 0
  if (isBought(order.status) !== isBought(next)) await renewReviews(db, invalidate, order.id)
  const email = emails[next]
  if (email) await enqueueEmail(db, { kind: email, order: order.id })
  if (unpaid) await issueCreditNote(db, unpaid)
  if (returned > 0) await creditCards(db, order.id, returned)
}

/** Its cards get back what they paid, and cards that were bought with it are worth nothing any more; answers the cents. */
async function settleGiftCards(db: Transaction, { id, giftCardCents }: PayableOrder, next: 'cancelled' | 'refunded') {
  await takeBackCards(db, id)
  if (giftCardCents === 0) return 0
  return returnToCards(db, id, { reason: next === 'cancelled' ? 'release' : 'refund' })
}

/** The reviewer becomes a verified buyer with this move, or is none any more. */
async function renewReviews(db: Transaction, invalidate: Invalidate, orderId: string): Promise<void> {
  const reviewed = await db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .innerJoin('reviews', join =>
      join.onRef('reviews.product_id', '=', 'order_lines.product_id').onRef('reviews.user_id', '=', 'orders.user_id'),
    )
    .select('reviews.product_id')
    .where('orders.id', '=', orderId)
    .execute()
  for (const { product_id } of reviewed) invalidate(`reviews:${product_id}`)
}

export async function updateOrderStatus(
  db: Transaction,
  { id, status }: Pick<PayableOrder, 'id' | 'status'>,
  next: OrderStatus,
  actorId: string | null = null,
): Promise<void> {
  await db.updateTable('orders').set({ status: next }).where('id', '=', id).execute()
  if (next === 'cancelled' || next === 'refunded') await updateRefundDue(db, id)
  if (status === 'pending') await askAboutPayment(db, id)
  await db
    .insertInto('order_history')
    .values({ order_id: id, from_status: status, to_status: next, actor_id: actorId })
    .execute()
}

/** The next round ends what can still be paid at a provider. */
async function askAboutPayment(db: Database, orderId: string): Promise<void> {
  await db
    .updateTable('payment_attempts')
    .set({ next_check_at: sql<Date>`now()` })
    .where('order_id', '=', orderId)
    .where('state', '=', 'open')
    .execute()
}

/** Units of a shipped order never return to the stock. */
async function giveBack(db: Transaction, invalidate: Invalidate, orderId: string): Promise<void> {
  if (await wasShipped(db, orderId)) return

  for (const { productId, wasOut } of await releaseStock(db, orderId)) {
    invalidate(`product:${productId}`)
    // Lists of products in stock change with the first unit back.
    if (wasOut) invalidate('catalog')
  }
  crashPoint('stock released')
}

async function wasShipped(db: Database, orderId: string): Promise<boolean> {
  const moves = db.selectFrom('order_history').select('id').where('order_id', '=', orderId)
  return (await moves.where('to_status', 'in', ['shipped', 'delivered']).executeTakeFirst()) !== undefined
}

/** Stock returns once, however often it is called; answers the variants that were out of stock. */
export async function releaseStock(db: Transaction, orderId: string) {
  const taken = db.selectFrom('stock').innerJoin('stock_ledger', 'stock_ledger.variant_id', 'stock.variant_id')
  const ofOrder = taken.select('stock.variant_id').where('order_id', '=', orderId).where('reason', '=', 'order')
  await ofOrder.orderBy('stock.variant_id').forUpdate('stock').execute()
  const released = await sql<{ productId: string; wasOut: boolean }>`
    with written as (
      insert into stock_ledger (variant_id, product_id, delta, reason, order_id)
      select variant_id, product_id, -delta, 'release', order_id from stock_ledger
      where order_id = ${orderId} and reason = 'order' order by product_id
      on conflict do nothing
      returning variant_id, delta
    )
    update stock set quantity = stock.quantity + written.delta
    from written where stock.variant_id = written.variant_id
    returning stock.product_id as "productId", stock.quantity = written.delta as "wasOut"`.execute(db)
  return released.rows
}

const isBought = (status: OrderStatus) => boughtStatuses.some(bought => bought === status)

/** Captures and refunds send their emails where they are recorded. */
const emails: Partial<Record<OrderStatus, OrderEmailKind>> = {
  shipped: 'order-shipped',
  cancelled: 'order-cancelled',
}

export async function moveByStaff(
  db: Transaction,
  invalidate: Invalidate,
  order: PayableOrder,
  next: OrderStatus,
  actorId: string,
): Promise<void> {
  await moveOrder(db, invalidate, order, next, actorId)
  const [before, after] = [{ status: order.status }, { status: next }]
  await recordAudit(db, { actor: actorId, action: 'order.updated', subject: `order:${order.id}`, before, after })
}

/** Why an order cannot be changed: staff's screen shows the note, a call is answered with the message. */
export interface Refusal {
  note: string
  message: string
  code: ErrorCode
}

export function throwRefusal(refusal: Omit<Refusal, 'note'> | undefined): void {
  if (refusal) throw conflict(refusal.message, refusal.code)
}

const notes: Partial<Record<OrderStatus, string>> = {
  pending: 'Nothing was paid for it.',
  delivered: 'What was delivered can only be refunded.',
  cancelled: 'A cancelled order can only be refunded.',
  refunded: 'A refunded order is closed.',
}

/** What comes back before it is paid, by transfer or on delivery, can be cancelled also when it was delivered. */
export function findMoveRefusal(
  from: OrderStatus,
  to: OrderStatus,
  payment?: { gateway: string; status: string },
): Refusal | undefined {
  const isDue = payment?.status === 'pending' && isOffline(payment.gateway)
  if (nextStatuses[from].includes(to) || (from === 'delivered' && to === 'cancelled' && isDue)) return undefined
  return {
    note: from === to ? 'Its status now.' : (notes[from] ?? `An order that is ${from} cannot go back.`),
    message: `Order status cannot change from ${from} to ${to}.`,
    code: 'invalid_status_change',
  }
}
