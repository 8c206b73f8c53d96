import { type Dispute, fromCents, isOpenDispute, type ListQuery, type PaymentGatewayName } from '@mela/contract'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import { orderNumber, withOrderIds } from '../platform/database/order-numbers.ts'
import type { Tables } from '../platform/database/tables.ts'
import { fold } from '../platform/runtime/fold.ts'
import type { ProviderDispute } from './gateways/gateway.ts'

/** An outdated state changes nothing. Answers whether the dispute ended with this state. */
export async function saveDispute(
  db: Transaction<Tables>,
  gateway: PaymentGatewayName,
  paymentId: string | null,
  { id, state, words, amount, awarded, ...when }: ProviderDispute,
): Promise<boolean> {
  const before = await db
    .selectFrom('disputes')
    .select(['is_open', 'payment_id'])
    .where('gateway', '=', gateway)
    .where('provider_dispute_id', '=', id)
    .executeTakeFirst()
  const event = {
    payment_id: paymentId,
    state,
    ...{ provider_reason: words.reason, provider_status: words.status },
    ...{ provider_stage: words.stage, provider_outcome: words.outcome ?? null },
    ...{ amount_cents: amount.cents, currency: amount.currency, awarded_cents: awarded?.cents ?? null },
    ...{ respond_by: when.respondBy ?? null, updated_at: when.updatedAt },
  }
  await db
    .insertInto('disputes')
    .values({ id: newId(), gateway, provider_dispute_id: id, opened_at: when.openedAt, ...event })
    .onConflict(known =>
      known
        .columns(['gateway', 'provider_dispute_id'])
        .doUpdateSet(event)
        .where('disputes.updated_at', '<=', when.updatedAt),
    )
    .execute()
  return !isOpenDispute(state) && (before?.is_open !== false || before.payment_id === null)
}

/** A payment that has nothing left after a lost dispute stays contested, so that its order is not sent. */
export async function isContested(db: Transaction<Tables>, paymentId: string): Promise<boolean> {
  const { rows } = await sql<{ isContested: boolean }>`
    with known as (
      select count(*) filter (where is_open) as open, count(*) filter (where state = 'lost') as lost,
        coalesce(sum(coalesce(awarded_cents, amount_cents)) filter (where state = 'lost'), 0) as awarded,
        min(opened_at) filter (where state = 'lost') as since
      from disputes where payment_id = ${paymentId}
    )
    select open > 0 or lost > 0 and (refunded_cents >= amount_cents or awarded > (
      select coalesce(sum(refunds.amount_cents), 0) from refunds
      where payment_id = payments.id and origin = 'provider' and state = 'completed' and refunds.created_at >= since
    )) as "isContested"
    from payments, known where payments.id = ${paymentId}`.execute(db)
  return rows[0]?.isContested ?? false
}

/** Only updates that are older than the provider's are listed. */
export async function listUpdates(
  db: Database,
  gateway: PaymentGatewayName,
  olderThan: Date,
): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('disputes')
    .select(['provider_dispute_id', 'updated_at'])
    .where('gateway', '=', gateway)
    .where('payment_id', 'is not', null)
    .where('updated_at', '<', olderThan)
    .execute()
  return new Map(rows.map(row => [row.provider_dispute_id, row.updated_at]))
}

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

export async function findDispute(db: Database, id: string): Promise<Dispute | undefined> {
  const row = await disputes(db).where('disputes.id', '=', id).executeTakeFirst()
  return row && disputeOf(row)
}

export async function gatewayOfDispute(db: Database, id: string): Promise<string> {
  const dispute = db.selectFrom('disputes').select('gateway').where('id', '=', id)
  return (await dispute.executeTakeFirstOrThrow()).gateway
}

const says = (word: string) =>
  sql<boolean>`strpos(folded(concat_ws(' ', provider_dispute_id, order_id, provider_reason, first_name, last_name)), ${fold(word)}) > 0`

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
