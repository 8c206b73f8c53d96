import { type Calls, type DisputeAnswer, fromCents, gatewayNames, type OwnData, type QueryOf } from '@mela/contract'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '../platform/database/database.ts'
import { isoTime } from '../platform/database/days.ts'
import { countRows } from '../platform/database/ids.ts'
import { orderNumber, withOrderIds } from '../platform/database/order-numbers.ts'
import { notFound } from '../platform/http/errors.ts'
import { fold } from '../platform/runtime/fold.ts'
import { GatewayError, type Gateways } from './gateways/gateway.ts'
import { applyDispute } from './refresh-disputes.ts'
import { personOf } from './rows.ts'

type Listing = QueryOf<Calls['GET /disputes']>

export async function listDisputes(db: Database, { page, size, keyword, state }: Listing) {
  let found = disputes(db)
  if (state) found = found.where('disputes.is_open', '=', state === 'open')
  for (const word of (await withOrderIds(db, keyword)).split(' ').filter(Boolean)) found = found.where(says(word))
  const total = await countRows(found.clearSelect())
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
export async function showDispute(db: Database, gateways: Gateways, id: string) {
  const dispute = await findDispute(db, id)
  if (!dispute) throw notFound('Dispute not found.')

  const gateway = gateways.find(dispute.gateway)
  const event = await gateway?.disputes.retrieve(dispute.disputeId).catch(unlessSilent)
  const answers = await listAnswers(db, id)
  if (!gateway || !event) return { ...dispute, answers, actions: [], messages: [] }
  await applyDispute(db, gateway, event).catch(unlessSilent)
  const { actions, messages } = event
  return {
    ...((await findDispute(db, id)) ?? dispute),
    answers,
    actions,
    messages: messages.map(({ at, ...message }) => ({ ...message, at: at.toISOString() })),
  }
}

function unlessSilent(error: unknown): undefined {
  if (!(error instanceof GatewayError)) throw error
}

export const showDisputeFile = (db: Database, disputeId: string, fileId: string) =>
  db
    .selectFrom('dispute_files')
    .innerJoin('dispute_answers', 'dispute_answers.id', 'answer_id')
    .select(['name', 'content_type', 'bytes'])
    .where('dispute_id', '=', disputeId)
    .where('dispute_files.id', '=', fileId)
    .executeTakeFirstOrThrow(() => notFound('File not found.'))

async function findDispute(db: Database, id: string) {
  const row = await disputes(db).where('disputes.id', '=', id).executeTakeFirst()
  return row && disputeOf(row)
}

const disputes = (db: Database) =>
  db
    .selectFrom('disputes')
    .leftJoin('payments', 'payments.id', 'disputes.payment_id')
    .leftJoin('users', 'users.id', 'payments.user_id')
    .leftJoin('orders', 'orders.id', 'payments.order_id')
    .select(['disputes.id as _id', 'provider_dispute_id as disputeId', 'disputes.payment_id as payment'])
    .select(['disputes.gateway', 'disputes.state'])
    .select(['provider_reason as reason', 'provider_status as status', 'provider_stage as stage'])
    .select(['provider_outcome as outcome', 'disputes.amount_cents', 'disputes.currency'])
    .select([isoTime('opened_at').as('openedAt'), isoTime('disputes.updated_at').as('updatedAt')])
    .select([isoTime<string | null>('respond_by').as('respondBy'), 'payments.transaction_id as transactionId'])
    .select(['payments.order_id as order', orderNumber.as('orderNumber')])
    .select(['payments.user_id', 'first_name', 'last_name'])

type Row = Awaited<ReturnType<ReturnType<typeof disputes>['executeTakeFirstOrThrow']>>

function disputeOf({ amount_cents, user_id, first_name, last_name, ...row }: Row) {
  const provider = gatewayNames[row.gateway] ?? row.gateway
  return { ...row, provider, amount: fromCents(amount_cents), customer: personOf(user_id, { first_name, last_name }) }
}

export async function listAnswers(db: Database, disputeId: string): Promise<DisputeAnswer[]> {
  const rows = await answers(db)
    .leftJoin('users', 'users.id', 'actor_id')
    .select(['dispute_answers.id as _id', 'actor_id', 'first_name', 'last_name'])
    .where('dispute_id', '=', disputeId)
    .execute()
  return rows.map(({ actor_id, first_name, last_name, ...answer }) => ({
    ...answer,
    by: personOf(actor_id, { first_name, last_name }),
  }))
}

export const listAnswersAbout = (db: Database, userId: string): Promise<OwnData['disputeAnswers']> =>
  answers(db)
    .innerJoin('disputes', 'disputes.id', 'dispute_id')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select('orders.id as order')
    .where('orders.user_id', '=', userId)
    .execute()

const answers = (db: Database) =>
  db
    .selectFrom('dispute_answers')
    .select(['action', 'dispute_answers.state', 'refusal', 'text', 'carrier', 'tracking_number as trackingNumber'])
    .select(isoTime('dispute_answers.created_at').as('at'))
    .select(answer =>
      jsonArrayFrom(
        answer
          .selectFrom('dispute_files')
          .select(['dispute_files.id as _id', 'name', 'size'])
          .whereRef('answer_id', '=', 'dispute_answers.id')
          .orderBy('dispute_files.id'),
      ).as('files'),
    )
    .orderBy('dispute_answers.created_at')
    .orderBy('dispute_answers.id')
