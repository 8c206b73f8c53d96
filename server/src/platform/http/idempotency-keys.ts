import { createHash } from 'node:crypto'
import { IDEMPOTENCY_HOURS } from '@mela/contract'
import { sql } from 'kysely'
import type { Transaction } from '../database/database.ts'
import { conflict } from './errors.ts'

interface Claim {
  userId: string
  key: string | undefined
  kind:
    | 'order'
    | 'product'
    | 'product-edit'
    | 'note'
    | 'address'
    | 'category'
    | 'gift-card'
    | 'planned-price'
    | 'discount'
    | 'discount-codes'
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
  const { rows: claimed } = await sql`
    insert into idempotency_keys as known (user_id, key, request_hash, created_id)
    values (${userId}, ${key}, ${requestHash}, ${id})
    on conflict (user_id, key) do update set request_hash = excluded.request_hash, created_id = excluded.created_id,
      created_at = now()
    where known.created_at < now() - make_interval(hours => ${IDEMPOTENCY_HOURS})
    returning 1`.execute(db)
  if (claimed.length > 0) return undefined

  const earlier = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'created_id'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (!earlier.request_hash.equals(requestHash)) throw conflict(reused, 'idempotency_key_reused')
  return earlier.created_id
}
