import type { CompiledQuery, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** Marks a statement that is sent ahead, for the pool. */
export const AHEAD = '/* ahead */'

/**
 * Sends a statement of a transaction whose answer is not needed, without waiting for it: it travels with the next one, which throws its
 * error.
 */
export async function sendAhead(db: Transaction<Tables>, query: CompiledQuery): Promise<void> {
  await db.executeQuery({ ...query, sql: AHEAD + query.sql })
}
