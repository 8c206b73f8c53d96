import type { Touch } from '../database/changes.ts'
import type { Database } from '../database/database.ts'
import { listReviewedBy } from '../reviews/reviews.repository.ts'

/** The pages that show somebody's name and picture beside what they wrote. */
export async function touchReviewed(db: Database, touch: Touch, userId: string): Promise<void> {
  for (const product of await listReviewedBy(db, userId)) touch(`reviewers:${product}`)
}
