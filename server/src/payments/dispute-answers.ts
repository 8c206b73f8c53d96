import type { DisputeAnswer, OwnData } from '@mela/contract'
import { type ExpressionBuilder, sql, type Transaction } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'

const filesOf = (answer: ExpressionBuilder<Tables, 'dispute_answers'>) =>
  jsonArrayFrom(
    answer
      .selectFrom('dispute_files')
      .select(['dispute_files.id as _id', 'name', 'size'])
      .whereRef('answer_id', '=', 'dispute_answers.id')
      .orderBy('dispute_files.id'),
  ).as('files')

export async function listAnswersAbout(db: Database, userId: string): Promise<OwnData['disputeAnswers']> {
  const rows = await db
    .selectFrom('dispute_answers')
    .innerJoin('disputes', 'disputes.id', 'dispute_id')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .innerJoin('orders', 'orders.id', 'order_id')
    .selectAll('dispute_answers')
    .select('orders.id as order_id')
    .select(filesOf)
    .where('orders.user_id', '=', userId)
    .orderBy('dispute_answers.created_at')
    .orderBy('dispute_answers.id')
    .execute()
  return rows.map(({ order_id: order, action, state, refusal, text, carrier, tracking_number, files, created_at }) => ({
    ...{ order, action, state, refusal, text, carrier, trackingNumber: tracking_number, files },
    at: created_at.toISOString(),
  }))
}

export async function listAnswers(db: Database, disputeId: string): Promise<DisputeAnswer[]> {
  const rows = await db
    .selectFrom('dispute_answers')
    .leftJoin('users', 'users.id', 'actor_id')
    .selectAll('dispute_answers')
    .select(['first_name', 'last_name'])
    .select(filesOf)
    .where('dispute_id', '=', disputeId)
    .orderBy('dispute_answers.created_at')
    .orderBy('dispute_answers.id')
    .execute()
  return rows.map(({ id: _id, action, state, refusal, text, carrier, tracking_number, files, ...row }) => ({
    ...{ _id, action, state, refusal, text, carrier, trackingNumber: tracking_number, files },
    by:
      row.actor_id === null
        ? null
        : { _id: row.actor_id, name: { firstName: row.first_name ?? '', lastName: row.last_name ?? '' } },
    at: row.created_at.toISOString(),
  }))
}

/** The provider's sentence may repeat the buyer's personal data. */
export async function eraseDisputeAnswers(db: Transaction<Tables>, orderIds: string[]): Promise<void> {
  const answers = db
    .selectFrom('dispute_answers')
    .innerJoin('disputes', 'disputes.id', 'dispute_id')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select('dispute_answers.id')
    .where('order_id', '=', sql<string>`any(${orderIds})`)
  await db.deleteFrom('dispute_files').where('answer_id', 'in', answers).execute()
  await db
    .updateTable('dispute_answers')
    .set({ text: null, tracking_number: null, refusal: null })
    .where('id', 'in', answers)
    .execute()
}
