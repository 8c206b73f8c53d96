import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { PaymentGateway } from './gateways/gateway.ts'

/** Spread over six hours, so that a day's payments are not all due at once. */
export const firstCheck = sql<Date>`now() + interval '1 day' * (1 + random() / 4)`

/** A refund's event may be lost. A payment that cannot be retrieved is due again in six hours. */
export async function claimPaymentsToCheck(
  db: Database,
  { name, mode }: Pick<PaymentGateway, 'name' | 'mode'>,
  limit: number,
): Promise<{ id: string; provider_order_id: string }[]> {
  const due = db
    .selectFrom('payments')
    .select('id')
    .where('status', '=', 'completed')
    .where('refunded_at', 'is', null)
    .where('gateway', '=', name)
    .where('gateway_mode', '=', mode)
    .where('next_check_at', '<=', sql<Date>`now()`)
    .orderBy('next_check_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('payments')
    .set({ next_check_at: sql`now() + interval '6 hours'` })
    .where('id', 'in', due)
    .returning(['id', 'provider_order_id'])
    .execute()
}

/** Checks come after 3, 9, 27, 81 days and so on. */
export async function planNextCheck(db: Database, id: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ next_check_at: sql`now() + greatest(2 * (now() - created_at), interval '1 day')` })
    .where('id', '=', id)
    .execute()
}

/** A provider may report a chargeback for ever; once the shop has won a dispute nothing changes. */
export async function markReversedUnlessWon(db: Database, id: string): Promise<void> {
  await sql`
    update payments set disputed = true, reversed_at = now()
    where id = ${id} and status = 'completed' and reversed_at is null and not exists (
      select from disputes
      where payment_id = payments.id and state = 'won'
        and disputes.amount_cents >= payments.amount_cents - payments.refunded_cents
    )`.execute(db)
}

/** Checks that lie too far ahead were planned while the database's clock was ahead. */
export async function recallFarChecks(db: Database): Promise<void> {
  const far = (hours: number) => sql<Date>`now() + make_interval(hours => ${hours}::int)`
  const due = { next_check_at: sql<Date>`now()` }
  await db
    .updateTable('payment_attempts')
    .set(due)
    .where('state', '=', 'open')
    .where('next_check_at', '>', far(1))
    .execute()
  await db
    .updateTable('payments')
    .set(due)
    .where('status', '=', 'pending')
    .where('next_check_at', '>', far(6))
    .execute()
  await db
    .updateTable('refunds')
    .set({ next_try_at: sql<Date>`now()` })
    .where('state', 'in', ['queued', 'pending'])
    .where('next_try_at', '>', far(6))
    .execute()
}
