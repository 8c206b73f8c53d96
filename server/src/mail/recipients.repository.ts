import type { Database } from '../database/database.ts'

export interface Recipient {
  id: string
  firstName: string
  lastName: string
  email: string
  isActive: boolean
}

/** Somebody who has left is nobody's recipient. */
export async function findRecipient(db: Database, userId: string): Promise<Recipient | undefined> {
  return recipients(db).where('users.id', '=', userId).executeTakeFirst()
}

/** Who placed an order. */
export async function findBuyer(db: Database, orderId: string): Promise<Recipient | undefined> {
  return recipients(db)
    .innerJoin('orders', 'orders.user_id', 'users.id')
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
}

function recipients(db: Database) {
  return db
    .selectFrom('users')
    .select(['users.id', 'first_name as firstName', 'last_name as lastName', 'email', 'is_active as isActive'])
    .where('users.deleted_at', 'is', null)
}
