import { boughtStatuses, type OwnReview, type ReviewInput, type ReviewState, type Settings } from '@mela/contract'
import { sql } from 'kysely'
import type { SessionUser } from '../people/session-user.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'
import { violates } from '../platform/database/constraints.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import type { Invalidate } from '../platform/database/invalidation.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, forbidden, notFound } from '../platform/http/errors.ts'
import { requireVisibleProduct } from './product-rows.ts'
import { reviewOf, reviews } from './review-rows.ts'

type ReviewRules = Pick<Settings['orders'], 'reviewPolicy' | 'reviewers'>

export async function reviewTerms(db: Database, rules: ReviewRules, productId: string, author: SessionUser) {
  const mayReview = rules.reviewers === 'everyone' || (await hasBought(db, productId, author.id))
  return { mayReview, isApproved: rules.reviewPolicy === 'approved' }
}

/** The product must be active for every role. Throws a `conflict` for a second review of one author. */
export async function addReview(
  db: Database,
  rules: ReviewRules,
  productId: string,
  author: SessionUser,
  input: ReviewInput,
) {
  await requireVisibleProduct(db, { id: productId }, undefined)
  const { mayReview, isApproved } = await reviewTerms(db, rules, productId, author)
  if (!mayReview) throw forbidden('Only customers who have bought this product can review it.')
  return changingReviews(db, productId, author, async db => {
    const wasHidden = await takeWithdrawn(db, productId, author.id)
    const state = isApproved || wasHidden ? 'waiting' : 'shown'
    const hidden_reason = wasHidden ? 'An earlier review was hidden.' : null
    const row = { id: newId(), product_id: productId, user_id: author.id, ...input, state, hidden_reason } as const
    const inserted = db.insertInto('reviews').values(row).execute()
    await inserted.catch(error => {
      if (!violates(error, 'reviews_one_per_user')) throw error
      throw conflict('You have already reviewed this product.', 'already_reviewed')
    })
  })
}

export async function showOwnReview(db: Database, productId: string, author: SessionUser): Promise<OwnReview | null> {
  await requireVisibleProduct(db, { id: productId }, author)
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

  return changingReviews(db, productId, author, db =>
    updateReview(db, reviewId, changes, rules.reviewPolicy === 'approved'),
  )
}

export async function withdrawReview(db: Database, productId: string, author: SessionUser): Promise<void> {
  const { _id: reviewId } = await requireOwnReview(db, productId, author)
  await removeReview(db, { productId, reviewId }, author)
}

export async function removeReview(
  db: Database,
  { productId, reviewId }: { productId: string; reviewId: string },
  user: SessionUser,
): Promise<void> {
  const authorId = await requireAuthor(db, productId, reviewId)
  const isOwn = authorId === user.id
  if (!isOwn && user.role !== 'admin') throw forbidden('You can only delete your own review.')

  await transact(db, async (db, invalidate) => {
    if (isOwn) await rememberWithdrawn(db, reviewId)
    await db.deleteFrom('reviews').where('id', '=', reviewId).execute()
    await applyRating(db, productId, invalidate)
    const before = { product: productId, author: authorId }
    const auditEvent = { actor: user.id, action: 'review.deleted', subject: `review:${reviewId}`, before } as const
    if (!isOwn) await recordAudit(db, auditEvent)
  })
}

export function deleteReviewsOf(db: Database, userId: string, actor: string): Promise<number> {
  return transact(db, async (db, invalidate) => {
    const own = db.selectFrom('reviews').select('id').where('user_id', '=', userId)
    // In the order in which staff's bulk actions lock them.
    const deleted = db.deleteFrom('reviews').where('id', 'in', own.orderBy('id').forUpdate())
    const products = (await deleted.returning('product_id').execute()).map(({ product_id }) => product_id)
    if (products.length === 0) return 0
    // In one order, so that two such deletions do not wait for each other's products.
    for (const productId of products.toSorted()) await applyRating(db, productId, invalidate)
    const before = { reviews: products.length }
    await recordAudit(db, { actor, action: 'reviews.deleted', subject: `user:${userId}`, before })
    return products.length
  })
}

function changingReviews(
  db: Database,
  productId: string,
  author: SessionUser,
  work: (db: Transaction) => Promise<void>,
): Promise<OwnReview> {
  return transact(db, async (db, invalidate) => {
    await work(db)
    await applyRating(db, productId, invalidate)
    return requireOwnReview(db, productId, author)
  })
}

export async function applyRating(db: Transaction, productId: string, invalidate: Invalidate): Promise<void> {
  await refreshRating(db, productId)
  invalidate(`reviews:${productId}`, `rating:${productId}`, 'ratings')
}

async function requireOwnReview(db: Database, productId: string, author: SessionUser): Promise<OwnReview> {
  const review = await findOwnReview(db, productId, author.id)
  if (!review) throw notFound('Review not found.')
  return review
}

async function requireAuthor(db: Database, productId: string, reviewId: string): Promise<string> {
  const authors = db.selectFrom('reviews').select('user_id').where('id', '=', reviewId)
  const row = await authors.where('product_id', '=', productId).executeTakeFirst()
  if (!row) throw notFound('Review not found.')
  return row.user_id
}

async function findOwnReview(db: Database, productId: string, userId: string): Promise<OwnReview | undefined> {
  const row = await reviews(db)
    .select(['reviews.state', 'reviews.hidden_reason'])
    .where('reviews.product_id', '=', productId)
    .where('reviews.user_id', '=', userId)
    .executeTakeFirst()
  if (!row) return undefined
  const { state, hidden_reason: reason, ...shown } = row
  const isHidden = state === 'hidden' && reason !== null
  return { ...reviewOf(shown), ...(state !== 'shown' && { state }), ...(isHidden && { reason }) }
}

async function updateReview(
  db: Transaction,
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
async function takeWithdrawn(db: Transaction, productId: string, userId: string): Promise<boolean> {
  const withdrawn = db.deleteFrom('withdrawn_reviews').where('product_id', '=', productId).where('user_id', '=', userId)
  return (await withdrawn.executeTakeFirstOrThrow()).numDeletedRows > 0n
}

/** The words of a hidden review must not come back unread. */
async function rememberWithdrawn(db: Transaction, reviewId: string): Promise<void> {
  await sql`
    insert into withdrawn_reviews (product_id, user_id)
    select product_id, user_id from reviews where id = ${reviewId} and hidden_reason is not null for update
    on conflict do nothing`.execute(db)
}

async function hasBought(db: Database, productId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from orders join order_lines on order_lines.order_id = orders.id
    where orders.user_id = ${userId} and order_lines.product_id = ${productId} and status = any(${boughtStatuses})
    limit 1`.execute(db)
  return rows.length > 0
}

/** Runs in the transaction that changed the reviews. */
export async function refreshRating(db: Database, productId: string): Promise<void> {
  // The row is locked first: an update that waits for it would add up the reviews as they were before the wait.
  await db.selectFrom('products').select('id').where('id', '=', productId).forNoKeyUpdate().execute()
  await sql`
    update products set (rating_points, rating_count) = (
      select coalesce(sum(rating), 0), count(*) from reviews where product_id = ${productId} and state = 'shown')
    where id = ${productId}`.execute(db)
}
