import type { Database } from '../database/database.ts'
import type { Touch } from '../database/invalidation.ts'
import { listReviewedBy } from '../products/reviews/reviews.repository.ts'

/** The pages that show somebody's name and picture beside what they wrote. */
export async function touchReviewed(db: Database, touch: Touch, userId: string): Promise<void> {
  for (const product of await listReviewedBy(db, userId)) touch(`reviewers:${product}`)
}
