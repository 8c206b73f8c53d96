import { findMovedSlug } from '../catalog/categories.repository.ts'
import type { Database } from '../database/database.ts'

const CATEGORY = /^\/product-category\/([a-z0-9-]+)(\?.*)?$/

/** The address of today of a category's page that was asked for under a slug of before, its query kept. */
export async function movedCategory(db: Database, url: string): Promise<string | undefined> {
  const [, slug, query = ''] = CATEGORY.exec(url) ?? []
  if (slug === undefined) return undefined
  // Without the database the page itself says what is wrong.
  const present = await findMovedSlug(db, slug).catch(() => undefined)
  return present === undefined ? undefined : `/product-category/${present}${query}`
}
