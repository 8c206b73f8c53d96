import type { DisputeAnswer, OwnData } from '@mela/contract'
import { type ExpressionBuilder, sql, type Transaction } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import type { Tables } from '../platform/database/tables.ts'
import { transact } from '../platform/database/transact.ts'
import type { DisputeAction, EvidenceFile } from './gateways/gateway.ts'

export interface NewAnswer {
  disputeId: string
  actorId: string
  action: DisputeAction
  text: string | undefined
  carrier?: string | undefined
  trackingNumber?: string | undefined
  files?: EvidenceFile[] | undefined
}

export async function insertAnswer(db: Database, { files = [], ...answer }: NewAnswer): Promise<string> {
  const id = newId()
  await transact(db, async db => {
    await db
      .insertInto('dispute_answers')
      .values({
        ...{ id, dispute_id: answer.disputeId, actor_id: answer.actorId, action: answer.action },
        ...{ text: answer.text ?? null, carrier: answer.carrier ?? null },
        tracking_number: answer.trackingNumber ?? null,
      })
      .execute()
    for (const { name, contentType, bytes } of files) {
      const file = { name, content_type: contentType, size: bytes.length, bytes }
      await db
        .insertInto('dispute_files')
        .values({ id: newId(), answer_id: id, ...file })
        .execute()
    }
  })
  return id
}

export async function markAnswer(
  db: Database,
  id: string,
  how: { state: 'sent' } | { state: 'refused'; refusal: string },
): Promise<void> {
  await db.updateTable('dispute_answers').set(how).where('id', '=', id).execute()
}

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

export function findDisputeFile(db: Database, disputeId: string, fileId: string) {
  return db
    .selectFrom('dispute_files')
    .innerJoin('dispute_answers', 'dispute_answers.id', 'answer_id')
    .select(['name', 'content_type', 'bytes'])
    .where('dispute_id', '=', disputeId)
    .where('dispute_files.id', '=', fileId)
    .executeTakeFirst()
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
