import { type CustomerOverview, fromCents } from '@mela/contract'
import { deleteReviewsOf } from '../catalog/reviews.service.ts'
import { listSessionsOf } from '../people/sessions.repository.ts'
import { revokeSession, revokeSessionsOf } from '../people/sessions.service.ts'
import type { Database } from '../platform/database/database.ts'
import { conflict, notFound } from '../platform/http/errors.ts'
import { listAddressesOf } from './addresses.repository.ts'
import { countReviewsOf, findFigures, findStanding } from './customers.repository.ts'

export async function showOverview(db: Database, userId: string): Promise<CustomerOverview> {
  const standing = await findStanding(db, userId)
  if (!standing) throw notFound('User not found.')
  const [{ orders, cents }, reviews, addresses, sessions] = await Promise.all([
    findFigures(db, userId),
    countReviewsOf(db, userId),
    listAddressesOf(db, userId),
    listSessionsOf(db, userId, ''),
  ])
  return { ...standing, orders, reviews, spent: fromCents(cents), addresses, sessions }
}

export async function signOut(db: Database, actor: string, userId: string, sessionId?: string): Promise<void> {
  if (userId === actor) throw conflict('You can sign out of your own devices on your profile.', 'own_account')
  if (sessionId === undefined) await revokeSessionsOf(db, userId, actor)
  else await revokeSession(db, userId, sessionId, actor)
}

/** Works for a deleted account too; answers the number of reviews. */
export async function deleteReviews(db: Database, actor: string, userId: string): Promise<number> {
  if (!(await findStanding(db, userId))) throw notFound('User not found.')
  return deleteReviewsOf(db, userId, actor)
}
