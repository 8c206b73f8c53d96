import { ORDER_RETENTION_YEARS, paymentProblems } from '@mela/contract'
import { type ExpressionBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import type { Database } from '../database/database.ts'
import { retrying } from '../database/retrying.ts'
import type { Tables } from '../database/tables.ts'
import { eraseDisputeAnswers } from '../payment-records/dispute-answers.repository.ts'

/** So many orders are locked at a time. */
const BATCH = 500

/**
 * Takes out of a person's orders and payments what tells who they were: of orders that took no money at once, of the
 * others once they are ORDER_RETENTION_YEARS old (B67). Belongs into the transaction that erases the account,
 * after its pending orders were cancelled; `anonymiseDueOrders` comes back for the rest.
 */
export async function anonymiseOrdersOf(db: Transaction<Tables>, userId: string): Promise<void> {
  const orders = await erasable(db).where('orders.user_id', '=', userId).execute()
  await anonymise(db, orders)
}

/** The same for all accounts that are erased already. Answers how many orders it changed. */
export async function anonymiseDueOrders(db: Database): Promise<number> {
  let count = 0
  for (;;) {
    const changed = await retrying(() => db.transaction().execute(anonymiseSome))
    count += changed
    if (changed < BATCH) return count
  }
}

async function anonymiseSome(db: Transaction<Tables>): Promise<number> {
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

/** Locked, in the order of the ids. */
function erasable(db: Transaction<Tables>) {
  return db
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.anonymised_at', 'is', null)
    .where(order =>
      order.or([
        order('orders.created_at', '<', sql<Date>`now() - make_interval(years => ${ORDER_RETENTION_YEARS})`),
        order.and([order('orders.status', '=', 'cancelled'), order.not(order.exists(moneyOf(order)))]),
      ]),
    )
    .orderBy('orders.id')
    .forUpdate('orders')
}

/** What the books need: money that was taken, whatever became of it, and money on its way. */
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

/** Where it was sold stays: tax depends on the state. A trigger keeps the payer out of what is reported later. */
async function anonymise(db: Transaction<Tables>, orders: { id: string }[]): Promise<void> {
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
