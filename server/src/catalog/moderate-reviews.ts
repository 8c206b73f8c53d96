import type { BodyOf, Calls, QueryOf, StaffReview } from '@mela/contract'
import { sql } from 'kysely'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { countRows, findIds, inOrder } from '../platform/database/ids.ts'
import type { Invalidate } from '../platform/database/invalidation.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, notFound } from '../platform/http/errors.ts'
import { reviewOf, reviews } from './review-rows.ts'
import { applyRating } from './write-review.ts'

export async function listStaffReviews(db: Database, { state, ...query }: QueryOf<Calls['GET /reviews']>) {
  const { ids, total } = await findIds(db, query, holds => {
    const all = db.selectFrom('reviews').select('reviews.id')
    const ofState = state === 'waiting' ? all.where(waits) : state ? all.where('reviews.state', '=', state) : all
    return ofState.where(({ and, or }) => {
      const has = (text: string) => and(holds(sql<string>`folded(${sql.raw(text)})`))
      return or([
        has("reviews.title || ' ' || reviews.comment"),
        sql<boolean>`exists (select from products where products.id = reviews.product_id and ${has('products.name')})`,
        sql<boolean>`exists (select from users where users.id = reviews.user_id
          and ${has("users.first_name || ' ' || users.last_name || ' ' || users.email")})`,
      ])
    })
  })
  return { rows: await listByIds(db, ids), total }
}

export const countWaiting = (db: Database): Promise<number> => countRows(db.selectFrom('reviews').where(waits))

/** A changed review's reply has to be checked, so it waits as well. */
const waits = sql<boolean>`(reviews.state = 'waiting' or (reviews.reply_is_held and reviews.state = 'shown'))`

type Seen = BodyOf<Calls['POST /reviews/approve']>['reviews']

/** A review that was changed or deleted since is among `changed` and stays as it is. */
export function approveReviews(db: Database, actor: string, seen: Seen) {
  const versions = new Map(seen.map(({ _id, version }) => [_id, version]))
  return transact(db, async (db, invalidate) => {
    const locked = await lockReviews(db, [...versions.keys()])
    const asSeen = locked.filter(({ id, version, state }) => state === 'shown' || versions.get(id) === version)
    const approved = asSeen.map(({ id }) => id)
    const hidden = asSeen.filter(({ state }) => state !== 'shown')
    await db
      .updateTable('reviews')
      .set({ state: 'shown', hidden_reason: null, version: sql`version + 1` })
      .where('id', '=', sql<string>`any(${hidden.map(({ id }) => id)})`)
      .execute()
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
    await db
      .updateTable('reviews')
      .set({ state: 'hidden', hidden_reason: reason, version: sql`version + 1` })
      .where('id', '=', id)
      .execute()
    await applyRating(db, product_id, invalidate)
    const states = { before: { state }, after: { state: 'hidden', reason } }
    await recordAudit(db, { actor, action: 'review.hidden', subject: `review:${id}`, ...states })
  })
}

/** Throws a `conflict` when the review has another version than the one that was read. A reply is no new version. */
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
    await db
      .updateTable('reviews')
      .set({ reply, replied_at: reply === null ? null : sql<Date>`now()`, reply_is_held: false })
      .where('id', '=', id)
      .execute()
    invalidate(`reviews:${product_id}`)
    const action = reply === null ? 'review.reply_deleted' : 'review.replied'
    await recordAudit(db, { actor, action, subject: `review:${id}`, before: { reply: before }, after: { reply } })
  })
}

type Locked = Awaited<ReturnType<typeof lockReviews>>[number]

function changingOne(
  db: Database,
  id: string,
  work: (db: Transaction, review: Locked, invalidate: Invalidate) => Promise<void>,
): Promise<StaffReview> {
  return transact(db, async (db, invalidate) => {
    const [review] = await lockReviews(db, [id])
    if (!review) throw notFound('Review not found.')
    await work(db, review, invalidate)
    const [changed] = await listByIds(db, [id])
    if (!changed) throw notFound('Review not found.')
    return changed
  })
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

/** Locks them in the order of their ids, so that two bulk actions cannot wait for each other. */
async function lockReviews(db: Transaction, ids: string[]) {
  return db
    .selectFrom('reviews')
    .select(['id', 'product_id', 'user_id', 'state', 'hidden_reason', 'reply', 'reply_is_held', 'version'])
    .where('id', '=', sql<string>`any(${ids})`)
    .orderBy('id')
    .forUpdate()
    .execute()
}
