import { boughtStatuses, type Product, RATING_STARS, REVIEWS_SHOWN, type Review } from '@mela/contract'
import { expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'

/** A bound for the answer, beyond what readers need. */
const MOST_REVIEWS = 1000

export async function listReviews(db: Database, productId: string): Promise<Review[]> {
  const rows = await reviews(db)
    .where('reviews.product_id', '=', productId)
    .where('reviews.state', '=', 'shown')
    .orderBy('reviews.id', 'desc')
    .limit(MOST_REVIEWS)
    .execute()
  return rows.map(reviewOf)
}

/** The mean is 0 where there are no ratings. */
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

export const reviewsFrom = (rows: { reviews: ReviewRow[]; ratings: Parameters<typeof summaryOf>[0] }) => ({
  reviews: rows.reviews.map(reviewOf),
  rating: summaryOf(rows.ratings),
})

export const reviews = (db: Pick<Database, 'selectFrom'>) =>
  db
    .selectFrom('reviews')
    .innerJoin('users', 'users.id', 'reviews.user_id')
    .select(['reviews.id as _id', 'reviews.title', 'reviews.rating', 'reviews.comment', 'reviews.created_at'])
    .select(['reviews.reply', 'reviews.replied_at', 'reviews.reply_is_held'])
    .select(['users.first_name', 'users.last_name', 'users.avatar_url'])
    .select(
      sql<boolean>`exists (select from orders join order_lines on order_lines.order_id = orders.id
        where orders.user_id = reviews.user_id and order_lines.product_id = reviews.product_id
          and orders.status = any(${boughtStatuses}))`.as('verified'),
    )

type Selected = Awaited<ReturnType<ReturnType<typeof reviews>['executeTakeFirstOrThrow']>>
/** Times in JSON are texts. */
type ReviewRow = Omit<Selected, 'created_at' | 'replied_at'> & {
  created_at: Date | string
  replied_at: Date | string | null
}

export function reviewOf({ created_at, reply, replied_at, reply_is_held, ...row }: ReviewRow): Review {
  const { first_name, last_name, avatar_url, verified, ...review } = row
  const isReplied = reply !== null && replied_at && !reply_is_held
  return {
    ...review,
    ...(isReplied && { reply: { text: reply, createdAt: new Date(replied_at).toISOString() } }),
    verified,
    createdAt: new Date(created_at).toISOString(),
    user: { name: { firstName: first_name, lastName: last_name }, avatar: { url: avatar_url } },
  }
}
