import type { OrderSettings, OwnReview, ReviewInput, ReviewState } from '@mela/contract'
import { sql, type Transaction } from 'kysely'
import type { SessionUser } from '../people/session-user.ts'
import { type AuditEvent, recordAudit } from '../platform/audit/audit-log.ts'
import { violates } from '../platform/database/constraints.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import type { Invalidate } from '../platform/database/invalidation.ts'
import type { Tables } from '../platform/database/tables.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, forbidden, notFound } from '../platform/http/errors.ts'
import { deleteReviewsBy, hasBought, refreshRating, reviewOf, reviews } from './review-rows.ts'
import { visibleProduct } from './show-products.ts'

type ReviewRules = Pick<OrderSettings, 'reviewPolicy' | 'reviewers'>

export async function reviewTerms(db: Database, rules: ReviewRules, productId: string, author: SessionUser) {
  const mayReview = rules.reviewers === 'everyone' || (await hasBought(db, productId, author.id))
  return { mayReview, isApproved: rules.reviewPolicy === 'approved' }
}

/** The product must be active for every role. */
export async function addReview(
  db: Database,
  rules: ReviewRules,
  productId: string,
  author: SessionUser,
  input: ReviewInput,
) {
  await visibleProduct(db, productId, undefined)
  const { mayReview, isApproved } = await reviewTerms(db, rules, productId, author)
  if (!mayReview) throw forbidden('Only customers who have bought this product can review it.')
  return changingReviews(db, productId, async db => {
    const wasHidden = await takeWithdrawn(db, productId, author.id)
    const state = isApproved || wasHidden ? 'waiting' : 'shown'
    const hidden_reason = wasHidden ? 'An earlier review was hidden.' : null
    await insertReview(db, productId, author.id, { ...input, state, hidden_reason })
    return requireOwnReview(db, productId, author)
  })
}

export async function showOwnReview(db: Database, productId: string, author: SessionUser): Promise<OwnReview | null> {
  await visibleProduct(db, productId, author)
  return (await findOwnReview(db, productId, author.id)) ?? null
}

export async function changeReview(
  db: Database,
  rules: ReviewRules,
  { productId, reviewId }: { productId: string; reviewId: string },
  author: SessionUser,
  changes: Partial<ReviewInput>,
): Promise<OwnReview> {
  const authorId = await requireAuthor(db, productId, reviewId)
  if (authorId !== author.id) throw forbidden('You can only change your own review.')

  return changingReviews(db, productId, async db => {
    await updateReview(db, reviewId, changes, rules.reviewPolicy === 'approved')
    return requireOwnReview(db, productId, author)
  })
}

export async function withdrawReview(db: Database, productId: string, author: SessionUser): Promise<void> {
  const { _id } = await requireOwnReview(db, productId, author)
  await changingReviews(db, productId, async db => {
    await rememberWithdrawn(db, _id)
    await deleteReview(db, _id)
  })
}

export async function removeReview(
  db: Database,
  { productId, reviewId }: { productId: string; reviewId: string },
  user: SessionUser,
): Promise<void> {
  const authorId = await requireAuthor(db, productId, reviewId)
  if (authorId !== user.id && user.role !== 'admin') throw forbidden('You can only delete your own review.')

  const auditEvent = { actor: user.id, action: 'review.deleted', subject: `review:${reviewId}` } as const
  const before = { product: productId, author: authorId }
  await changingReviews(
    db,
    productId,
    async db => {
      if (authorId === user.id) await rememberWithdrawn(db, reviewId)
      await deleteReview(db, reviewId)
    },
    authorId !== user.id && { ...auditEvent, before },
  )
}

/** Answers the number of reviews. */
export function deleteReviewsOf(db: Database, userId: string, actor: string): Promise<number> {
  return transact(db, async (db, invalidate) => {
    const products = await deleteReviewsBy(db, userId)
    if (products.length === 0) return 0
    // In one order, so that two such deletions do not wait for each other's products.
    for (const productId of products.toSorted()) await applyRating(db, productId, invalidate)
    const before = { reviews: products.length }
    await recordAudit(db, { actor, action: 'reviews.deleted', subject: `user:${userId}`, before })
    return products.length
  })
}

/** The product's own page shows it at once, lists within seconds (storefront/delayed-invalidation.ts). */
function changingReviews<Result>(
  db: Database,
  productId: string,
  work: (db: Transaction<Tables>) => Promise<Result>,
  auditEvent?: AuditEvent | false,
): Promise<Result> {
  return transact(db, async (db, invalidate) => {
    const result = await work(db)
    await applyRating(db, productId, invalidate)
    if (auditEvent) await recordAudit(db, auditEvent)
    return result
  })
}

export async function applyRating(db: Transaction<Tables>, productId: string, invalidate: Invalidate): Promise<void> {
  await refreshRating(db, productId)
  invalidate(`reviews:${productId}`, `rating:${productId}`, 'ratings')
}

async function requireOwnReview(db: Database, productId: string, author: SessionUser): Promise<OwnReview> {
  const review = await findOwnReview(db, productId, author.id)
  if (!review) throw notFound('Review not found.')
  return review
}

async function requireAuthor(db: Database, productId: string, reviewId: string): Promise<string> {
  const authorId = await findAuthor(db, productId, reviewId)
  if (!authorId) throw notFound('Review not found.')
  return authorId
}

/** The review need not be shown. */
async function findOwnReview(db: Database, productId: string, userId: string): Promise<OwnReview | undefined> {
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

async function findAuthor(db: Database, productId: string, reviewId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('reviews')
    .select('user_id')
    .where('id', '=', reviewId)
    .where('product_id', '=', productId)
    .executeTakeFirst()
  return row?.user_id
}

/** Throws a `conflict` when the author has reviewed the product before. */
async function insertReview(
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

async function updateReview(
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
async function takeWithdrawn(db: Transaction<Tables>, productId: string, userId: string): Promise<boolean> {
  const rows = await db
    .deleteFrom('withdrawn_reviews')
    .where('product_id', '=', productId)
    .where('user_id', '=', userId)
    .returning('user_id')
    .execute()
  return rows.length > 0
}

/** The words of a hidden review must not come back unread. */
async function rememberWithdrawn(db: Transaction<Tables>, reviewId: string): Promise<void> {
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

async function deleteReview(db: Transaction<Tables>, reviewId: string): Promise<void> {
  await db.deleteFrom('reviews').where('id', '=', reviewId).execute()
}
