import { listReviewedBy } from '../catalog/review-rows.ts'
import type { Database } from '../platform/database/database.ts'
import type { Invalidate } from '../platform/database/invalidation.ts'

/** Invalidates the pages that show the account's name and picture beside its reviews. */
export async function invalidateReviewed(db: Database, invalidate: Invalidate, userId: string): Promise<void> {
  for (const product of await listReviewedBy(db, userId)) invalidate(`reviewers:${product}`)
}
