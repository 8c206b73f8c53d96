import { type Dispute, type DisputeDetails, fromCents, type ListQuery } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { orderNumber, withOrderIds } from '../platform/database/order-numbers.ts'
import { notFound } from '../platform/http/errors.ts'
import { fold } from '../platform/runtime/fold.ts'
import { listAnswers } from './dispute-answers.ts'
import { GatewayError } from './gateways/gateway.ts'
import type { Gateways } from './gateways/gateways.ts'
import { applyDispute } from './refresh-disputes.ts'

export async function listDisputes(
  db: Database,
  { page, size, keyword, state }: ListQuery & { state?: 'open' | 'closed' | undefined },
): Promise<{ rows: Dispute[]; total: number }> {
  let found = disputes(db)
  if (state) found = found.where('disputes.is_open', '=', state === 'open')
  for (const word of (await withOrderIds(db, keyword)).split(' ').filter(Boolean)) found = found.where(says(word))
  const { total } = await found
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await found
    .orderBy('disputes.opened_at', 'desc')
    .orderBy('disputes.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return { rows: rows.map(disputeOf), total }
}

const says = (word: string) =>
  sql<boolean>`strpos(folded(concat_ws(' ', provider_dispute_id, order_id, provider_reason, first_name, last_name)), ${fold(word)}) > 0`

/** Actions and messages are left out while the provider does not respond. */
export async function showDispute(db: Database, gateways: Gateways, id: string): Promise<DisputeDetails> {
  const dispute = await findDispute(db, id)
  if (!dispute) throw notFound('Dispute not found.')

  const gateway = gateways.find(await gatewayOfDispute(db, id))
  const event = await gateway?.disputes.retrieve(dispute.disputeId).catch(unlessSilent)
  const answers = await listAnswers(db, id)
  if (!gateway || !event) return { ...dispute, answers, actions: [], messages: [] }
  await applyDispute(db, gateway, event)
  const { actions, messages } = event
  return {
    ...((await findDispute(db, id)) ?? dispute),
    ...{ answers, actions },
    messages: messages.map(({ at, ...message }) => ({ ...message, at: at.toISOString() })),
  }
}

function unlessSilent(error: unknown): undefined {
  if (!(error instanceof GatewayError)) throw error
}

export async function showDisputeFile(db: Database, disputeId: string, fileId: string) {
  const file = await findDisputeFile(db, disputeId, fileId)
  if (!file) throw notFound('File not found.')
  return file
}

function findDisputeFile(db: Database, disputeId: string, fileId: string) {
  return db
    .selectFrom('dispute_files')
    .innerJoin('dispute_answers', 'dispute_answers.id', 'answer_id')
    .select(['name', 'content_type', 'bytes'])
    .where('dispute_id', '=', disputeId)
    .where('dispute_files.id', '=', fileId)
    .executeTakeFirst()
}

async function findDispute(db: Database, id: string): Promise<Dispute | undefined> {
  const row = await disputes(db).where('disputes.id', '=', id).executeTakeFirst()
  return row && disputeOf(row)
}

export async function gatewayOfDispute(db: Database, id: string): Promise<string> {
  const dispute = db.selectFrom('disputes').select('gateway').where('id', '=', id)
  return (await dispute.executeTakeFirstOrThrow()).gateway
}

const disputes = (db: Database) =>
  db
    .selectFrom('disputes')
    .leftJoin('payments', 'payments.id', 'disputes.payment_id')
    .leftJoin('users', 'users.id', 'payments.user_id')
    .leftJoin('orders', 'orders.id', 'payments.order_id')
    .selectAll('disputes')
    .select([
      'payments.transaction_id',
      'payments.order_id',
      orderNumber.as('order_number'),
      'payments.user_id',
      'first_name',
      'last_name',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof disputes>['executeTakeFirstOrThrow']>>

function disputeOf(row: Row): Dispute {
  const name = { firstName: row.first_name ?? '', lastName: row.last_name ?? '' }
  return {
    _id: row.id,
    disputeId: row.provider_dispute_id,
    order: row.order_id,
    orderNumber: row.order_number,
    payment: row.payment_id,
    transactionId: row.transaction_id,
    customer: row.user_id === null ? null : { _id: row.user_id, name },
    state: row.state,
    ...{ reason: row.provider_reason, status: row.provider_status },
    ...{ stage: row.provider_stage, outcome: row.provider_outcome },
    amount: fromCents(row.amount_cents),
    currency: row.currency,
    respondBy: row.respond_by?.toISOString() ?? null,
    openedAt: row.opened_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
