import type { Product, Review } from '@mela/contract'
import { RATING_STARS } from '@mela/contract'
import type { Database } from '../database/database.ts'

/** The newest reviews of a product, at most `limit`. */
export async function listReviews(db: Database, productId: string, limit: number): Promise<Review[]> {
  const rows = await db
    .selectFrom('reviews')
    .innerJoin('users', 'users.id', 'reviews.user_id')
    .select([
      'reviews.id as _id',
      'reviews.title',
      'reviews.rating',
      'reviews.comment',
      'reviews.created_at',
      'users.first_name',
      'users.last_name',
      'users.avatar_url',
    ])
    .where('reviews.product_id', '=', productId)
    .orderBy('reviews.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ created_at, first_name, last_name, avatar_url, ...review }) => ({
    ...review,
    verified: false,
    createdAt: created_at.toISOString(),
    user: {
      name: { firstName: first_name, lastName: last_name },
      avatar: avatar_url === null ? null : { url: avatar_url },
    },
  }))
}

/** All ratings of a product: their arithmetic mean (0 without any), and how many gave one star, two, up to five. */
export async function summariseRatings(db: Database, productId: string): Promise<Product['rating']> {
  const rows = await db
    .selectFrom('reviews')
    .select(eb => ['rating', eb.fn.countAll<number>().as('count')])
    .where('product_id', '=', productId)
    .groupBy('rating')
    .execute()

  const stars = Array.from({ length: RATING_STARS }, (_, i) => rows.find(row => row.rating === i + 1)?.count ?? 0)
  const count = stars.reduce((sum, given) => sum + given, 0)
  const points = stars.reduce((sum, given, i) => sum + given * (i + 1), 0)
  return { average: count === 0 ? 0 : points / count, count, stars }
}
