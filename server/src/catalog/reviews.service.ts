import type { OrderSettings, OwnReview, ReviewInput } from '@mela/contract'
import type { Transaction } from 'kysely'
import type { SessionUser } from '../people/session-user.ts'
import { type AuditEvent, recordAudit } from '../platform/audit/audit.repository.ts'
import type { Database } from '../platform/database/database.ts'
import type { Invalidate } from '../platform/database/invalidation.ts'
import type { Tables } from '../platform/database/tables.ts'
import { transact } from '../platform/database/transact.ts'
import { forbidden, notFound } from '../platform/http/errors.ts'
import { visibleProduct } from './products.service.ts'
import { refreshRating } from './ratings.repository.ts'
import {
  deleteReview,
  deleteReviewsBy,
  findAuthor,
  findOwnReview,
  hasBought,
  insertReview,
  rememberWithdrawn,
  takeWithdrawn,
  updateReview,
} from './reviews.repository.ts'

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
