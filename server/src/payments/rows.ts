import {
  fromCents,
  type Money,
  type Payment,
  type PaymentGatewayName,
  type PaymentMode,
  type PaymentProblem,
  type PaymentStatus,
} from '@mela/contract'
import { type Selectable, sql, type Transaction } from 'kysely'
import { updateRefundDue } from '../orders/lock-order.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import type { Tables } from '../platform/database/tables.ts'

/** Only payments of no order lack these, and nothing but their list shows them. */
type OfOrder = { order_id: string; user_id: string }

export type PaymentRow = Selectable<Tables['payments']> & OfOrder

interface PaymentRecord {
  orderId: string
  userId: string
  status: PaymentStatus
  gateway: PaymentGatewayName
  mode: PaymentMode
  transactionId: string
  sessionId: string
  amount: Money
  emailAddress: string | null
  at: Date
  problem: PaymentProblem | null
}

const ofOrders = (db: Database) =>
  db.selectFrom('payments').selectAll().where('order_id', 'is not', null).$narrowType<OfOrder>()

/** A captured payment outweighs a failed one. */
export async function findPaymentByTransaction(
  db: Database,
  gateway: PaymentGatewayName,
  transactionId: string,
): Promise<PaymentRow | undefined> {
  const rows = await ofOrders(db)
    .where('gateway', '=', gateway)
    .where(payment =>
      payment.or([payment('transaction_id', '=', transactionId), payment('provider_order_id', '=', transactionId)]),
    )
    .orderBy('id', 'desc')
    .execute()
  return rows.find(({ status }) => status === 'completed') ?? rows[0]
}

/** A pending payment may have waited for this charge. */
export async function findPaymentOfCharge(
  db: Transaction<Tables>,
  gateway: PaymentGatewayName,
  { chargeId, sessionId }: { chargeId: string; sessionId: string },
): Promise<PaymentRow | undefined> {
  return ofOrders(db)
    .where('gateway', '=', gateway)
    .where(payment =>
      payment.or([
        payment('transaction_id', '=', chargeId),
        payment.and([payment('transaction_id', '=', sessionId), payment('status', '=', 'pending')]),
      ]),
    )
    .executeTakeFirst()
}

export async function findPaymentById(db: Database, id: string): Promise<PaymentRow | undefined> {
  return ofOrders(db).where('id', '=', id).executeTakeFirst()
}

export async function findPaymentOf(
  db: Database,
  gateway: PaymentGatewayName,
  chargeId: string,
): Promise<PaymentRow | undefined> {
  const payments = ofOrders(db).where('gateway', '=', gateway)
  return payments.where('transaction_id', '=', chargeId).executeTakeFirst()
}

export async function lockPayment(db: Transaction<Tables>, id: string): Promise<PaymentRow | undefined> {
  return ofOrders(db).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Claiming postpones the next check, so that no other instance claims it. */
export async function claimDuePayments(
  db: Database,
  gateway: PaymentGatewayName,
  limit: number,
): Promise<PaymentRow[]> {
  const due = db
    .selectFrom('payments')
    .select('id')
    .where('gateway', '=', gateway)
    .where('status', '=', 'pending')
    .where('problem', 'is', null)
    .where('next_check_at', '<=', sql<Date>`now()`)
    .orderBy('next_check_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('payments')
    .set({ next_check_at: sql`now() + interval '6 hours'` })
    .where('id', 'in', due)
    .returningAll()
    .$narrowType<OfOrder>()
    .execute()
}

export async function listPaymentsOf(db: Database, userId: string): Promise<Payment[]> {
  const rows = await ofOrders(db).where('user_id', '=', userId).orderBy('id', 'desc').execute()
  return rows.map(paymentOf)
}

export async function savePayment(
  db: Transaction<Tables>,
  earlier: PaymentRow | undefined,
  record: PaymentRecord,
): Promise<PaymentRow> {
  const event = {
    status: record.status,
    transaction_id: record.transactionId,
    amount_cents: record.amount.cents,
    currency: record.amount.currency,
    email_address: unlessAnonymised(record),
    update_time: record.at,
    problem: record.problem,
    ...(record.status === 'completed' && { next_check_at: firstCheck }),
  }
  const update = db.updateTable('payments').set(event).returningAll().$narrowType<OfOrder>()
  const insert = db.insertInto('payments').returningAll().$narrowType<OfOrder>()
  const payment = earlier
    ? await update.where('id', '=', earlier.id).executeTakeFirstOrThrow()
    : await insert.values({ ...event, id: newId(), ...originOf(record) }).executeTakeFirstOrThrow()
  await updateRefundDue(db, record.orderId)
  return payment
}

/** A provider may report a payment after its order was anonymised; whoever reports it holds the order's lock. */
const unlessAnonymised = ({ emailAddress, orderId }: PaymentRecord) =>
  sql<string | null>`case when not exists (select from orders where id = ${orderId} and anonymised_at is not null)
    then ${emailAddress}::text end`

/** Spread over six hours, so that a day's payments are not all due at once. */
const firstCheck = sql<Date>`now() + interval '1 day' * (1 + random() / 4)`

const originOf = (record: PaymentRecord) => ({
  user_id: record.userId,
  order_id: record.orderId,
  gateway: record.gateway,
  gateway_mode: record.mode,
  provider_order_id: record.sessionId,
})

export function paymentOf<Row extends Selectable<Tables['payments']>>(row: Row) {
  return {
    _id: row.id,
    user: row.user_id as Row['user_id'],
    order: row.order_id as Row['order_id'],
    status: row.status,
    transactionId: row.transaction_id,
    amount: fromCents(row.amount_cents),
    currency: row.currency,
    paymentGateway: row.gateway,
    update_time: row.update_time.toISOString(),
    email_address: row.email_address,
  }
}

/** Captured, not reversed, and in the shop's present currency, so that sums have one currency. */
export const isSale = sql<boolean>`payments.status = 'completed' and payments.reversed_at is null
  and payments.currency = (select shop_currency())`
