import { type CustomerOverview, fromCents } from '@mela/contract'
import { sql } from 'kysely'
import { deleteReviewsOf } from '../catalog/write-review.ts'
import { isSale } from '../payments/rows.ts'
import { listSessionsOf, revokeSession, revokeSessions } from '../people/sessions.ts'
import type { Database } from '../platform/database/database.ts'
import { conflict, notFound } from '../platform/http/errors.ts'
import { listAddressesOf } from './addresses.ts'

export async function showOverview(db: Database, userId: string): Promise<CustomerOverview> {
  const standing = await findStanding(db, userId)
  if (!standing) throw notFound('User not found.')
  const [{ orders, cents }, reviews, addresses, sessions] = await Promise.all([
    findFigures(db, userId),
    countReviewsOf(db, userId),
    listAddressesOf(db, userId),
    listSessionsOf(db, userId, ''),
  ])
  return { ...standing, orders, reviews, spent: fromCents(cents), addresses, sessions }
}

export async function signOut(db: Database, actor: string, userId: string, sessionId?: string): Promise<void> {
  if (userId === actor) throw conflict('You can sign out of your own devices on your profile.', 'own_account')
  if (sessionId === undefined) await revokeSessions(db, userId, { actor })
  else await revokeSession(db, userId, sessionId, actor)
}

/** Works for a deleted account too; answers the number of reviews. */
export async function deleteReviews(db: Database, actor: string, userId: string): Promise<number> {
  if (!(await findStanding(db, userId))) throw notFound('User not found.')
  return deleteReviewsOf(db, userId, actor)
}

async function findStanding(db: Database, userId: string) {
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

async function findFigures(db: Database, userId: string): Promise<{ orders: number; cents: number }> {
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

async function countReviewsOf(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('reviews')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}
