import type { StaffReview } from '@mela/contract'
import type { Transaction } from 'kysely'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database } from '../platform/database/database.ts'
import type { Invalidate } from '../platform/database/invalidation.ts'
import type { Tables } from '../platform/database/tables.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, notFound } from '../platform/http/errors.ts'
import * as staffReviews from './waiting-reviews.ts'
import { applyRating } from './write-review.ts'

interface Seen {
  _id: string
  version: number
}

/** A review that was changed or deleted since is among `changed` and stays as it is. */
export function approveReviews(db: Database, actor: string, seen: Seen[]) {
  const versions = new Map(seen.map(({ _id, version }) => [_id, version]))
  return transact(db, async (db, invalidate) => {
    const locked = await staffReviews.lockReviews(db, [...versions.keys()])
    const asSeen = locked.filter(({ id, version, state }) => state === 'shown' || versions.get(id) === version)
    const approved = asSeen.map(({ id }) => id)
    const hidden = asSeen.filter(({ state }) => state !== 'shown')
    await staffReviews.showReviews(
      db,
      hidden.map(({ id }) => id),
    )
    // In one order, as other changes of several products.
    for (const id of [...new Set(hidden.map(({ product_id }) => product_id))].toSorted())
      await applyRating(db, id, invalidate)
    for (const { id, state, hidden_reason: reason } of hidden) {
      const states = { before: { state, ...(reason !== null && { reason }) }, after: { state: 'shown' } }
      await recordAudit(db, { actor, action: 'review.approved', subject: `review:${id}`, ...states })
    }
    return { approved, changed: [...versions.keys()].filter(id => !approved.includes(id)) }
  })
}

export function hideReview(db: Database, actor: string, id: string, reason: string): Promise<StaffReview> {
  return changingOne(db, id, async (db, { product_id, state, hidden_reason }, invalidate) => {
    if (state === 'hidden' && hidden_reason === reason) return
    await staffReviews.hideReview(db, id, reason)
    await applyRating(db, product_id, invalidate)
    const states = { before: { state }, after: { state: 'hidden', reason } }
    await recordAudit(db, { actor, action: 'review.hidden', subject: `review:${id}`, ...states })
  })
}

/** Throws a `conflict` when the review has another version than the one that was read. */
export function changeReply(
  db: Database,
  actor: string,
  id: string,
  reply: string | null,
  read?: number,
): Promise<StaffReview> {
  return changingOne(db, id, async (db, { product_id, reply: before, reply_is_held, version }, invalidate) => {
    if (read !== undefined && read !== version)
      throw conflict('This review was changed meanwhile. Please read it again.', 'version_conflict')
    if (before === reply && !reply_is_held) return
    await staffReviews.updateReply(db, id, reply)
    invalidate(`reviews:${product_id}`)
    const action = reply === null ? 'review.reply_deleted' : 'review.replied'
    await recordAudit(db, { actor, action, subject: `review:${id}`, before: { reply: before }, after: { reply } })
  })
}

type Locked = Awaited<ReturnType<typeof staffReviews.lockReviews>>[number]

function changingOne(
  db: Database,
  id: string,
  work: (db: Transaction<Tables>, review: Locked, invalidate: Invalidate) => Promise<void>,
): Promise<StaffReview> {
  return transact(db, async (db, invalidate) => {
    const [review] = await staffReviews.lockReviews(db, [id])
    if (!review) throw notFound('Review not found.')
    await work(db, review, invalidate)
    const changed = await staffReviews.findStaffReview(db, id)
    if (!changed) throw notFound('Review not found.')
    return changed
  })
}
