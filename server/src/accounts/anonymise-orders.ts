import { paymentProblems } from '@mela/contract'
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { eraseDisputeAnswers } from '../payments/read-disputes.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { transact } from '../platform/database/transact.ts'

const BATCH = 500

/**
 * Unpaid orders lose personal data at once, paid ones after order_retention_years(); runs where the account is erased.
 */
export async function anonymiseOrdersOf(db: Transaction, userId: string): Promise<void> {
  const orders = await erasable(db).where('orders.user_id', '=', userId).execute()
  await anonymise(db, orders)
}

/** Answers the number of changed orders. */
export async function anonymiseDueOrders(db: Database): Promise<number> {
  let count = 0
  for (;;) {
    const changed = await transact(db, anonymiseSome)
    count += changed
    if (changed < BATCH) return count
  }
}

async function anonymiseSome(db: Transaction): Promise<number> {
  const orders = await erasable(db)
    .innerJoin('users', 'users.id', 'orders.user_id')
    .where('users.deleted_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('closed_accounts').select('user_id').whereRef('user_id', '=', 'users.id'))),
    )
    .limit(BATCH)
    .execute()
  await anonymise(db, orders)
  return orders.length
}

function erasable(db: Transaction) {
  return db
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.anonymised_at', 'is', null)
    .where(order =>
      order.or([
        order('orders.created_at', '<', sql<Date>`now() - make_interval(years => order_retention_years())`),
        order.and([order('orders.status', '=', 'cancelled'), order.not(order.exists(moneyOf(order)))]),
      ]),
    )
    .orderBy('orders.id')
    .forUpdate('orders')
}

/** The payments that accounting needs: captured and pending ones. */
function moneyOf(order: ExpressionBuilder<Tables, 'orders'>) {
  return order
    .selectFrom('payments')
    .select('payments.id')
    .whereRef('payments.order_id', '=', 'orders.id')
    .where(
      sql<SqlBool>`case payments.status
        when 'completed' then true
        when 'pending' then payments.problem is null
        else payments.problem <> ${paymentProblems.unapproved} end`,
    )
}

/** The state stays, because tax depends on it. savePayment() keeps the payer out of later reports. */
async function anonymise(db: Transaction, orders: { id: string }[]): Promise<void> {
  const ids = orders.map(({ id }) => id)
  if (ids.length === 0) return

  const blank = { name: { firstName: 'Deleted', lastName: 'user' }, countryCode: '', phoneNumber: '' }
  const address = JSON.stringify({ ...blank, building: '', street: '', pinCode: '' })
  await db
    .updateTable('orders')
    .set({ shipping_address: sql`shipping_address || ${address}::jsonb`, anonymised_at: sql<Date>`now()` })
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  await db
    .updateTable('payments')
    .set({ email_address: null })
    .where('order_id', '=', sql<string>`any(${ids})`)
    .where('email_address', 'is not', null)
    .execute()
  await db.deleteFrom('order_notes').where('order_id', '=', sql<string>`any(${ids})`).execute()
  await eraseDisputeAnswers(db, ids)
}
