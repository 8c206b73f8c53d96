import {
  boughtStatuses,
  type OwnReview,
  type Product,
  RATING_STARS,
  REVIEWS_SHOWN,
  type Review,
  type ReviewInput,
  type ReviewState,
} from '@mela/contract'
import { expressionBuilder, sql, type Transaction } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { violates } from '../platform/database/constraints.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import type { Tables } from '../platform/database/tables.ts'
import { conflict } from '../platform/http/errors.ts'

export async function listReviews(db: Database, productId: string, limit: number): Promise<Review[]> {
  const rows = await reviews(db)
    .where('reviews.product_id', '=', productId)
    .where('reviews.state', '=', 'shown')
    .orderBy('reviews.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(reviewOf)
}

/** The review need not be shown. */
export async function findOwnReview(db: Database, productId: string, userId: string): Promise<OwnReview | undefined> {
  const row = await reviews(db)
    .select(['reviews.state', 'reviews.hidden_reason'])
    .where('reviews.product_id', '=', productId)
    .where('reviews.user_id', '=', userId)
    .executeTakeFirst()
  if (!row) return undefined
  const { state, hidden_reason, ...shown } = row
  return { ...reviewOf(shown), ...stateForAuthor({ state, hidden_reason }) }
}

/** Empty for a review that is shown. */
function stateForAuthor({ state, hidden_reason }: { state: ReviewState; hidden_reason: string | null }) {
  if (state === 'shown') return {}
  return state === 'hidden' && hidden_reason !== null ? { state, reason: hidden_reason } : { state }
}

export async function listReviewedBy(db: Database, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('reviews').select('product_id').where('user_id', '=', userId).execute()
  return rows.map(({ product_id }) => product_id)
}

export async function listReviewedOfOrder(db: Database, orderId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .innerJoin('reviews', join =>
      join.onRef('reviews.product_id', '=', 'order_lines.product_id').onRef('reviews.user_id', '=', 'orders.user_id'),
    )
    .select('reviews.product_id')
    .where('orders.id', '=', orderId)
    .execute()
  return rows.map(({ product_id }) => product_id)
}

export async function findAuthor(db: Database, productId: string, reviewId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('reviews')
    .select('user_id')
    .where('id', '=', reviewId)
    .where('product_id', '=', productId)
    .executeTakeFirst()
  return row?.user_id
}

/** Throws a `conflict` when the author has reviewed the product before. */
export async function insertReview(
  db: Transaction<Tables>,
  productId: string,
  authorId: string,
  review: ReviewInput & { state: ReviewState; hidden_reason: string | null },
): Promise<void> {
  try {
    await db
      .insertInto('reviews')
      .values({ id: newId(), product_id: productId, user_id: authorId, ...review })
      .execute()
  } catch (error) {
    if (violates(error, 'reviews_one_per_user'))
      throw conflict('You have already reviewed this product.', 'already_reviewed')
    throw error
  }
}

export async function updateReview(
  db: Transaction<Tables>,
  reviewId: string,
  changes: Partial<ReviewInput>,
  isApproved: boolean,
): Promise<void> {
  if (Object.values(changes).every(value => value === undefined)) return
  const waits = isApproved
    ? sql<ReviewState>`'waiting'`
    : sql<ReviewState>`case state when 'hidden' then 'waiting' else state end`
  const { title = sql.ref('title'), rating = sql.ref('rating'), comment = sql.ref('comment') } = changes
  const isOther = sql<boolean>`(title, rating, comment) is distinct from (${title}, ${rating}, ${comment})`
  const isHeld = sql<boolean>`reply is not null and (reply_is_held or ${isOther})`
  await db
    .updateTable('reviews')
    .set({ ...changes, state: waits, reply_is_held: isHeld, version: sql`version + 1` })
    .where('id', '=', reviewId)
    .execute()
}

/** The author deleted a hidden review of the product; this is forgotten when asked. */
export async function takeWithdrawn(db: Transaction<Tables>, productId: string, userId: string): Promise<boolean> {
  const rows = await db
    .deleteFrom('withdrawn_reviews')
    .where('product_id', '=', productId)
    .where('user_id', '=', userId)
    .returning('user_id')
    .execute()
  return rows.length > 0
}

/** The words of a hidden review must not come back unread. */
export async function rememberWithdrawn(db: Transaction<Tables>, reviewId: string): Promise<void> {
  await db
    .insertInto('withdrawn_reviews')
    .columns(['product_id', 'user_id'])
    .expression(eb =>
      eb
        .selectFrom('reviews')
        .select(['product_id', 'user_id'])
        .where('id', '=', reviewId)
        .where('hidden_reason', 'is not', null)
        .forUpdate(),
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Only paid orders count. */
export async function hasBought(db: Database, productId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .select('orders.id')
    .where('orders.user_id', '=', userId)
    .where('order_lines.product_id', '=', productId)
    .where('orders.status', 'in', boughtStatuses)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteReview(db: Transaction<Tables>, reviewId: string): Promise<void> {
  await db.deleteFrom('reviews').where('id', '=', reviewId).execute()
}

/** Answers the ids of the reviewed products. */
export async function deleteReviewsBy(db: Transaction<Tables>, userId: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('reviews')
    // In the order in which staff's bulk actions lock them.
    .where('id', 'in', db.selectFrom('reviews').select('id').where('user_id', '=', userId).orderBy('id').forUpdate())
    .returning('product_id')
    .execute()
  return rows.map(({ product_id }) => product_id)
}

/** The mean is 0 where there are no ratings. */
export async function summariseRatings(db: Database, productId: string): Promise<Product['rating']> {
  const rows = await db
    .selectFrom('reviews')
    .select(eb => ['rating', eb.fn.countAll<number>().as('count')])
    .where('product_id', '=', productId)
    .where('state', '=', 'shown')
    .groupBy('rating')
    .execute()

  return summaryOf(rows)
}

function summaryOf(rows: { rating: number; count: number }[]): Product['rating'] {
  const stars = Array.from({ length: RATING_STARS }, (_, i) => rows.find(row => row.rating === i + 1)?.count ?? 0)
  const count = stars.reduce((sum, given) => sum + given, 0)
  const points = stars.reduce((sum, given, i) => sum + given * (i + 1), 0)
  return { average: count === 0 ? 0 : points / count, count, stars }
}

/** `reviewsFrom()` reads these columns. */
export function reviewsOfProduct() {
  const eb = expressionBuilder<Tables, never>()
  const isShown = sql<boolean>`reviews.product_id = products.id and reviews.state = 'shown'`
  const newest = reviews(eb).where(isShown).orderBy('reviews.id', 'desc').limit(sql.lit(REVIEWS_SHOWN))
  const counted = eb
    .selectFrom('reviews')
    .select(review => ['rating', review.fn.countAll<number>().as('count')])
    .where(isShown)
    .groupBy('rating')
  return [jsonArrayFrom(newest).as('reviews'), jsonArrayFrom(counted).as('ratings')] as const
}

interface ReviewRows {
  // Times in JSON are texts.
  reviews: (Omit<ReviewRow, 'created_at' | 'replied_at'> & {
    created_at: Date | string
    replied_at: Date | string | null
  })[]
  ratings: Parameters<typeof summaryOf>[0]
}

export const reviewsFrom = (rows: ReviewRows): Pick<Product, 'reviews' | 'rating'> => ({
  reviews: rows.reviews.map(({ created_at, replied_at, ...row }) =>
    reviewOf({
      ...row,
      created_at: new Date(created_at),
      replied_at: replied_at === null ? null : new Date(replied_at),
    }),
  ),
  rating: summaryOf(rows.ratings),
})

export const reviews = (db: Pick<Database, 'selectFrom'>) =>
  db
    .selectFrom('reviews')
    .innerJoin('users', 'users.id', 'reviews.user_id')
    .select([
      'reviews.id as _id',
      'reviews.title',
      'reviews.rating',
      'reviews.comment',
      'reviews.created_at',
      'reviews.reply',
      'reviews.replied_at',
      'reviews.reply_is_held',
      'users.first_name',
      'users.last_name',
      'users.avatar_url',
    ])
    .select(review =>
      review
        .exists(
          review
            .selectFrom('orders')
            .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
            .select('orders.id')
            .whereRef('orders.user_id', '=', 'reviews.user_id')
            .whereRef('order_lines.product_id', '=', 'reviews.product_id')
            .where('orders.status', 'in', boughtStatuses),
        )
        .as('verified'),
    )

type ReviewRow = Awaited<ReturnType<ReturnType<typeof reviews>['executeTakeFirstOrThrow']>>

export function reviewOf({ created_at, reply, replied_at, reply_is_held, ...row }: ReviewRow): Review {
  const { first_name, last_name, avatar_url, verified, ...review } = row
  return {
    ...review,
    ...(reply !== null &&
      replied_at &&
      !reply_is_held && { reply: { text: reply, createdAt: replied_at.toISOString() } }),
    verified: Boolean(verified),
    createdAt: created_at.toISOString(),
    user: {
      name: { firstName: first_name, lastName: last_name },
      avatar: { url: avatar_url },
    },
  }
}
