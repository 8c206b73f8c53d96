import type { Database } from '../database/database.ts'
import { enqueue } from '../jobs/enqueue.ts'

export type Letter =
  | { kind: 'welcome' | 'password-reset' | 'password-changed' | 'confirm-email'; user: string }
  /** Goes to the address that the account had before. */
  | { kind: 'email-changed'; user: string; formerly: string }
  | { kind: 'order-placed' | 'order-paid' | 'order-shipped' | 'order-cancelled' | 'order-refunded'; order: string }

/** Puts a letter into the outbox in the caller's transaction. It is written when it is sent, from what is so by then. */
export function post(db: Database, letter: Letter): Promise<void> {
  return enqueue(db, 'letters', letter)
}
