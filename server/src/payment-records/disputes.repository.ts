import { type Dispute, fromCents, type ListQuery, type PaymentGatewayName } from '@mela/contract'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import type { Tables } from '../database/tables.ts'
import type { ProviderDispute } from '../gateways/gateway.ts'

/** Outcomes in the buyer's favour; after a payout, the refund is the provider's own. */
const LOST = ['RESOLVED_BUYER_FAVOUR', 'ACCEPTED', 'RESOLVED_WITH_PAYOUT']

/** Stores the provider's state; an outdated one changes nothing. Answers whether the dispute ends with it. */
export async function saveDispute(
  db: Transaction<Tables>,
  gateway: PaymentGatewayName,
  paymentId: string | null,
  { id, reason, status, stage, outcome, amount, awarded, ...when }: ProviderDispute,
): Promise<boolean> {
  const wasResolved = await db
    .selectFrom('disputes')
    .select('id')
    .where('gateway', '=', gateway)
    .where('provider_dispute_id', '=', id)
    .where('status', '=', 'RESOLVED')
    .executeTakeFirst()
  const event = {
    payment_id: paymentId,
    ...{ reason, status, stage, outcome: outcome ?? null },
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
  return status === 'RESOLVED' && !wasResolved
}

/**
 * Whether a dispute holds this payment back: an open one, or one won by the buyer until the provider has refunded its
 * award. A payment with nothing left after a lost dispute stays contested, so that its order is not sent.
 */
export async function isContested(db: Transaction<Tables>, paymentId: string): Promise<boolean> {
  const { rows } = await sql<{ isContested: boolean }>`
    with known as (
      select count(*) filter (where status <> 'RESOLVED') as open, count(*) filter (where ${isLost}) as lost,
        coalesce(sum(coalesce(awarded_cents, amount_cents)) filter (where ${isLost}), 0) as awarded,
        min(opened_at) filter (where ${isLost}) as since
      from disputes where payment_id = ${paymentId}
    )
    select open > 0 or lost > 0 and (refunded_cents >= amount_cents or awarded > (
      select coalesce(sum(refunds.amount_cents), 0) from refunds
      where payment_id = payments.id and origin = 'provider' and state = 'completed' and refunds.created_at >= since
    )) as "isContested"
    from payments, known where payments.id = ${paymentId}`.execute(db)
  return rows[0]?.isContested ?? false
}

const isLost = sql<boolean>`outcome in (${sql.join(LOST)})`

/** The time of the provider's last update; undefined without any dispute. */
export async function lastUpdateOfDisputes(db: Database, gateway: PaymentGatewayName): Promise<Date | undefined> {
  const disputes = db.selectFrom('disputes').where('gateway', '=', gateway)
  const { last } = await disputes.select(all => all.fn.max('updated_at').as('last')).executeTakeFirstOrThrow()
  return last ?? undefined
}

/** One page, newest first. */
export async function listDisputes(
  db: Database,
  { page, size, keyword, state }: ListQuery & { state?: 'open' | 'closed' | undefined },
): Promise<{ rows: Dispute[]; total: number }> {
  let found = disputes(db)
  if (state) found = found.where('disputes.status', state === 'open' ? '<>' : '=', 'RESOLVED')
  for (const word of keyword.toLowerCase().split(/\s+/).filter(Boolean)) found = found.where(says(word))
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

export async function isOfGateway(db: Database, id: string, gateway: PaymentGatewayName): Promise<boolean> {
  const dispute = db.selectFrom('disputes').select('id').where('id', '=', id).where('gateway', '=', gateway)
  return (await dispute.executeTakeFirst()) !== undefined
}

const says = (word: string) =>
  sql<boolean>`strpos(lower(concat_ws(' ', provider_dispute_id, order_id, reason)), ${word}) > 0`

const disputes = (db: Database) =>
  db
    .selectFrom('disputes')
    .leftJoin('payments', 'payments.id', 'disputes.payment_id')
    .leftJoin('users', 'users.id', 'payments.user_id')
    .selectAll('disputes')
    .select(['payments.order_id', 'payments.user_id', 'first_name', 'last_name'])

type Row = Awaited<ReturnType<ReturnType<typeof disputes>['executeTakeFirstOrThrow']>>

function disputeOf(row: Row): Dispute {
  const name = { firstName: row.first_name ?? '', lastName: row.last_name ?? '' }
  return {
    _id: row.id,
    disputeId: row.provider_dispute_id,
    order: row.order_id,
    payment: row.payment_id,
    customer: row.user_id === null ? null : { _id: row.user_id, name },
    ...{ reason: row.reason, status: row.status, stage: row.stage, outcome: row.outcome },
    amount: fromCents(row.amount_cents),
    respondBy: row.respond_by?.toISOString() ?? null,
    openedAt: row.opened_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
