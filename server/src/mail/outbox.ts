import type { Database } from '../database/database.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { Letter } from './letter.ts'

/** Puts a letter into the outbox in the caller's transaction. */
export function post(db: Database, letter: Letter): Promise<void> {
  return enqueue(db, 'letters', letter)
}
