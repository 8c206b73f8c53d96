import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
import { conflict } from '../http/errors.ts'

interface Claim {
  userId: string
  key: string
  request: unknown
  orderId: string
}

/**
 * Ties a key to the order being placed and answers nothing, or answers the key's earlier order. A parallel request
 * waits here for the first. Keys live for a day (B21).
 */
export async function claimKey(db: Transaction<Tables>, claim: Claim): Promise<string | undefined> {
  const requestHash = createHash('sha256').update(JSON.stringify(claim.request)).digest()
  const claimed = await db
    .insertInto('idempotency_keys')
    .values({ user_id: claim.userId, key: claim.key, request_hash: requestHash, order_id: claim.orderId })
    .onConflict(existing =>
      existing
        .columns(['user_id', 'key'])
        .doUpdateSet({ request_hash: requestHash, order_id: claim.orderId, created_at: sql<Date>`now()` })
        .where('idempotency_keys.created_at', '<', sql<Date>`now() - interval '24 hours'`),
    )
    .returning('order_id')
    .executeTakeFirst()
  if (claimed) return undefined

  const earlier = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'order_id'])
    .where('user_id', '=', claim.userId)
    .where('key', '=', claim.key)
    .executeTakeFirstOrThrow()
  if (!earlier.request_hash.equals(requestHash))
    throw conflict('This checkout has already placed another order.', 'idempotency_key_reused')
  return earlier.order_id
}

/** An hour late, so that a key just found still exists. */
export async function deleteOldKeys(db: Database): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', sql<Date>`now() - interval '25 hours'`).execute()
}
