import type { CompiledQuery } from 'kysely'
import type { Database } from './database.ts'

/** Marks a statement that is sent ahead, for the pool. */
export const AHEAD = '/* ahead */'

/**
 * Sends a statement of a transaction whose answer is not needed, without waiting for it: it travels with the next one, which throws its
 * error. Outside of a transaction there is no next one.
 */
export async function sendAhead(db: Database, query: CompiledQuery): Promise<void> {
  if (!db.isTransaction) throw new Error('A statement can be sent ahead in a transaction only.')
  await db.executeQuery({ ...query, sql: AHEAD + query.sql })
}
