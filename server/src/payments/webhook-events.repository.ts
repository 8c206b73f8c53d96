import type { PaymentGatewayName } from '@mela/contract'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { ProviderEvent } from './gateways/gateway.ts'
import { paymentQueue } from './payment-queue.ts'

export type EventRow = Selectable<Tables['webhook_events']>

export async function insertEvent(
  db: Transaction<Tables>,
  gateway: PaymentGatewayName,
  { id, kind, type, objectId }: ProviderEvent,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('webhook_events')
    .values({ gateway, event_id: id, kind, event_type: type, object_id: objectId })
    .onConflict(known => known.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function findEvent(db: Database, gateway: PaymentGatewayName, id: string): Promise<EventRow | undefined> {
  const events = db.selectFrom('webhook_events').selectAll().where('gateway', '=', gateway)
  return events.where('event_id', '=', id).executeTakeFirst()
}

export async function markProcessed(db: Database, { gateway, event_id }: EventRow): Promise<void> {
  await db
    .updateTable('webhook_events')
    .set({ processed_at: sql`now()` })
    .where('gateway', '=', gateway)
    .where('event_id', '=', event_id)
    .execute()
}

/** Their order is random, so that events which fail each time do not block others. */
export async function listWaitingEvents(db: Database, gateway: PaymentGatewayName, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook_events')
    .select('event_id')
    .where('gateway', '=', gateway)
    .where('processed_at', 'is', null)
    .where(
      sql<boolean>`not exists (
        select from pgboss.job
        where job.name = ${paymentQueue.name} and job.state < 'completed' and job.data->>'event' = event_id
      )`,
    )
    .orderBy(sql`random()`)
    .limit(limit)
    .execute()
  return rows.map(({ event_id }) => event_id)
}

/** Providers do not repeat events after a month. */
export async function forgetOldEvents(db: Database): Promise<void> {
  await db.deleteFrom('webhook_events').where('processed_at', '<', sql<Date>`now() - interval '30 days'`).execute()
}
