import { sql } from 'kysely'
import { isSale } from '../payments/sales.ts'
import type { Database } from '../platform/database/database.ts'

export async function findStanding(db: Database, userId: string) {
  const row = await db
    .selectFrom('users')
    .leftJoin('two_factor', join =>
      join.onRef('two_factor.user_id', '=', 'users.id').on('two_factor.confirmed_at', 'is not', null),
    )
    .select(['users.created_at', 'users.deleted_at', 'users.email_confirmed_at', 'two_factor.user_id as twoFactor'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  return (
    row && {
      createdAt: row.created_at.toISOString(),
      leftAt: row.deleted_at?.toISOString() ?? null,
      isEmailConfirmed: row.email_confirmed_at !== null,
      hasTwoFactor: row.twoFactor !== null,
    }
  )
}

export async function findFigures(db: Database, userId: string): Promise<{ orders: number; cents: number }> {
  return db
    .selectFrom('orders')
    .leftJoin('payments', join => join.onRef('payments.order_id', '=', 'orders.id').on(isSale))
    .select([
      sql<number>`count(distinct orders.id)`.as('orders'),
      sql<number>`coalesce(sum(amount_cents - refunded_cents), 0)::bigint`.as('cents'),
    ])
    .where('orders.user_id', '=', userId)
    .executeTakeFirstOrThrow()
}

export async function countReviewsOf(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('reviews')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}
