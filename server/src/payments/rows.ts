import { fromCents, type Payment, type PaymentGatewayName } from '@mela/contract'
import { sql } from 'kysely'
import type { Database, RowOf, Transaction } from '../platform/database/database.ts'

/** Only payments of no order lack these, and nothing but their list shows them. */
export type OfOrder = { order_id: string; user_id: string }

export type PaymentRow = RowOf<'payments'> & OfOrder

export const ofOrders = (db: Database) =>
  db.selectFrom('payments').selectAll().where('order_id', 'is not', null).$narrowType<OfOrder>()

/** A captured payment outweighs a failed one. */
export async function findPaymentByTransaction(db: Database, gateway: PaymentGatewayName, transactionId: string) {
  const rows = await ofOrders(db)
    .where('gateway', '=', gateway)
    .where(payment =>
      payment.or([payment('transaction_id', '=', transactionId), payment('provider_order_id', '=', transactionId)]),
    )
    .orderBy('id', 'desc')
    .execute()
  return rows.find(({ status }) => status === 'completed') ?? rows[0]
}

export const findPaymentById = (db: Database, id: string): Promise<PaymentRow | undefined> =>
  ofOrders(db).where('id', '=', id).executeTakeFirst()

export const findPaymentOf = (db: Database, gateway: PaymentGatewayName, chargeId: string) =>
  ofOrders(db).where('gateway', '=', gateway).where('transaction_id', '=', chargeId).executeTakeFirst()

export const lockPayment = (db: Transaction, id: string): Promise<PaymentRow | undefined> =>
  ofOrders(db).where('id', '=', id).forUpdate().executeTakeFirst()

export async function listPaymentsOf(db: Database, userId: string): Promise<Payment[]> {
  const rows = await ofOrders(db).where('user_id', '=', userId).orderBy('id', 'desc').execute()
  return rows.map(paymentOf)
}

export function paymentOf<Row extends RowOf<'payments'>>(row: Row) {
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

interface Named {
  first_name: string | null
  last_name: string | null
}

export const personOf = (_id: string | null, { first_name, last_name }: Named) =>
  _id === null ? null : { _id, name: { firstName: first_name ?? '', lastName: last_name ?? '' } }

/** Captured, not reversed, and in the shop's present currency, so that sums have one currency. */
export const isSale = sql<boolean>`payments.status = 'completed' and payments.reversed_at is null
  and payments.currency = (select shop_currency())`
