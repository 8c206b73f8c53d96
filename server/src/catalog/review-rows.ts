import { boughtStatuses, type Product, RATING_STARS, type Review } from '@mela/contract'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'

export async function listReviews(db: Database, productId: string, limit: number): Promise<Review[]> {
  const rows = await reviews(db)
    .where('reviews.product_id', '=', productId)
    .where('reviews.state', '=', 'shown')
    .orderBy('reviews.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(reviewOf)
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

/** Runs in the transaction that changed the reviews. */
export async function refreshRating(db: Database, productId: string): Promise<void> {
  // The row is locked first: an update that waits for it would add up the reviews as they were before the wait.
  await db.selectFrom('products').select('id').where('id', '=', productId).forNoKeyUpdate().execute()
  await db
    .updateTable('products')
    .set(({ selectFrom }) => {
      const given = selectFrom('reviews').where('product_id', '=', productId).where('state', '=', 'shown')
      return {
        rating_points: given.select(sql<number>`coalesce(sum(rating), 0)`.as('points')),
        rating_count: given.select(eb => eb.fn.countAll<number>().as('count')),
      }
    })
    .where('id', '=', productId)
    .execute()
}
