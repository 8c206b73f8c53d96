import { fromCents, type ListQuery, type PaymentStatus, type ShownPayment, type StaffPayment } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { findIds } from '../database/find-ids.ts'
import { paymentOf } from './payments.repository.ts'

/** As its index has it. */
const searched = sql<string>`lower(transaction_id || ' ' || coalesce(email_address, '') || ' ' || order_id)`

/** One page of everybody's payments, newest first; of all statuses or of one. */
export async function listPayments(
  db: Database,
  query: ListQuery,
  status?: PaymentStatus,
): Promise<{ rows: StaffPayment[]; total: number }> {
  const { ids, total } = await findIds(db, query, holds => {
    const found = db
      .selectFrom('payments')
      .select('payments.id')
      .where(({ and }) => and(holds(searched)))
    return status ? found.where('payments.status', '=', status) : found
  })
  const rows = await staffPayments(db)
    .where('payments.id', '=', sql<string>`any(${ids})`)
    .orderBy('payments.id', 'desc')
    .execute()
  return { rows: rows.map(staffPaymentOf), total }
}

/** Anybody's payment: for staff alone. */
export async function findPayment(db: Database, id: string): Promise<StaffPayment | undefined> {
  const row = await staffPayments(db).where('payments.id', '=', id).executeTakeFirst()
  return row && staffPaymentOf(row)
}

/** One customer's payment; somebody else's is not found (DECISIONS B44). */
export async function findOwnPayment(db: Database, userId: string, id: string): Promise<ShownPayment | undefined> {
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && paymentOf(row)
}

const staffPayments = (db: Database) =>
  db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.user_id')
    .selectAll('payments')
    .select(['first_name', 'last_name'])

type Row = Awaited<ReturnType<ReturnType<typeof staffPayments>['executeTakeFirstOrThrow']>>

function staffPaymentOf(row: Row): StaffPayment {
  return {
    ...paymentOf(row),
    customer: { _id: row.user_id, name: { firstName: row.first_name, lastName: row.last_name } },
    mode: row.gateway_mode,
    problem: row.problem,
    refundedAt: row.refunded_at?.toISOString() ?? null,
    refundedAmount: fromCents(row.refunded_cents),
    disputed: row.disputed,
  }
}
