import type { ListQuery, ReviewState, StaffReview } from '@mela/contract'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { findIds, inOrder } from '../platform/database/ids.ts'
import type { Tables } from '../platform/database/tables.ts'
import { reviewOf, reviews } from './review-rows.ts'

export async function listStaffReviews(
  db: Database,
  { state, ...query }: ListQuery & { state?: ReviewState | undefined },
): Promise<{ rows: StaffReview[]; total: number }> {
  const { ids, total } = await findIds(db, query, holds => {
    const all = db.selectFrom('reviews').select('reviews.id')
    const ofState = state === 'waiting' ? all.where(waits) : state ? all.where('reviews.state', '=', state) : all
    return ofState.where(({ and, or, exists, selectFrom }) =>
      or([
        and(holds(sql<string>`folded(reviews.title || ' ' || reviews.comment)`)),
        exists(
          selectFrom('products')
            .select('products.id')
            .whereRef('products.id', '=', 'reviews.product_id')
            .where(and(holds(sql<string>`folded(products.name)`))),
        ),
        exists(
          selectFrom('users')
            .select('users.id')
            .whereRef('users.id', '=', 'reviews.user_id')
            .where(and(holds(sql<string>`folded(users.first_name || ' ' || users.last_name || ' ' || users.email)`))),
        ),
      ]),
    )
  })
  return { rows: await listByIds(db, ids), total }
}

export async function findStaffReview(db: Database, id: string): Promise<StaffReview | undefined> {
  const [review] = await listByIds(db, [id])
  return review
}

async function listByIds(db: Database, ids: string[]): Promise<StaffReview[]> {
  const rows = await reviews(db)
    .innerJoin('products', 'products.id', 'reviews.product_id')
    .select(['reviews.state', 'reviews.hidden_reason', 'reviews.version', 'reviews.user_id', 'reviews.id'])
    .select(['products.id as product_id', 'products.slug', 'products.name as product_name'])
    .where('reviews.id', '=', sql<string>`any(${ids})`)
    .execute()
  return inOrder(ids, rows).map(
    ({ id: _, state, hidden_reason, version, user_id, product_id, slug, product_name, reply_is_held, ...row }) => ({
      ...reviewOf({ ...row, reply_is_held: false }),
      ...{ state, reason: hidden_reason, version, author: user_id, isReplyHeld: reply_is_held },
      product: { _id: product_id, slug, name: product_name },
    }),
  )
}

/** A changed review's reply has to be checked, so it waits as well. */
const waits = sql<boolean>`(reviews.state = 'waiting' or (reviews.reply_is_held and reviews.state = 'shown'))`

export async function countWaiting(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('reviews')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(waits)
    .executeTakeFirstOrThrow()
  return count
}

/** Locks them in the order of their ids, so that two bulk actions cannot wait for each other. */
export async function lockReviews(db: Transaction<Tables>, ids: string[]) {
  return db
    .selectFrom('reviews')
    .select(['id', 'product_id', 'user_id', 'state', 'hidden_reason', 'reply', 'reply_is_held', 'version'])
    .where('id', '=', sql<string>`any(${ids})`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function showReviews(db: Transaction<Tables>, ids: string[]): Promise<void> {
  await db
    .updateTable('reviews')
    .set({ state: 'shown', hidden_reason: null, version: sql`version + 1` })
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
}

export async function hideReview(db: Transaction<Tables>, id: string, reason: string): Promise<void> {
  await db
    .updateTable('reviews')
    .set({ state: 'hidden', hidden_reason: reason, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** The version stays, because it counts changes of the review's text and state only. */
export async function updateReply(db: Transaction<Tables>, id: string, reply: string | null): Promise<void> {
  await db
    .updateTable('reviews')
    .set({ reply, replied_at: reply === null ? null : sql<Date>`now()`, reply_is_held: false })
    .where('id', '=', id)
    .execute()
}
