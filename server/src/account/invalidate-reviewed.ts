import type { Database } from '../database/database.ts'
import type { Invalidate } from '../database/invalidation.ts'
import { listReviewedBy } from '../products/reviews/reviews.repository.ts'

/** Invalidates the pages that show the account's name and picture beside its reviews. */
export async function invalidateReviewed(db: Database, invalidate: Invalidate, userId: string): Promise<void> {
  for (const product of await listReviewedBy(db, userId)) invalidate(`reviewers:${product}`)
}
