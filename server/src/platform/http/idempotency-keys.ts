import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '../database/database.ts'
import { conflict } from './errors.ts'

interface Claim {
  userId: string
  key: string | undefined
  kind: 'order' | 'product' | 'product-edit' | 'note' | 'address' | 'category'
  request: unknown
  id: string
  reused?: string
}

/** Answers the id of the record that the key created earlier, or ties it to this one. A parallel request waits here. */
export async function claimKey(db: Transaction, claim: Claim): Promise<string | undefined> {
  const { userId, key, kind, request, id, reused = 'This form has already been saved with other values.' } = claim
  if (!key) return undefined
  const requestHash = createHash('sha256')
    .update(JSON.stringify([kind, request]))
    .digest()
  const claimed = await db
    .insertInto('idempotency_keys')
    .values({ user_id: userId, key, request_hash: requestHash, created_id: id })
    .onConflict(existing =>
      existing
        .columns(['user_id', 'key'])
        .doUpdateSet({ request_hash: requestHash, created_id: id, created_at: sql<Date>`now()` })
        .where('idempotency_keys.created_at', '<', sql<Date>`now() - interval '24 hours'`),
    )
    .returning('created_id')
    .executeTakeFirst()
  if (claimed) return undefined

  const earlier = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'created_id'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (!earlier.request_hash.equals(requestHash)) throw conflict(reused, 'idempotency_key_reused')
  return earlier.created_id
}
