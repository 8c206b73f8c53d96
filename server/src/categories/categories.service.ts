import type { Category } from '@mela/contract'
import type { Database } from '../database/database.ts'
import { notFound } from '../http/errors.ts'
import type { SessionUser } from '../users/session-user.ts'
import {
  type CategoryName,
  findCategory,
  findCategoryName,
  findMovedSlug,
  listCategories,
} from './categories.repository.ts'

type Visitor = Pick<SessionUser, 'role'> | undefined
export type CategoryKey = Parameters<typeof findCategory>[1]

const countsFor = (visitor: Visitor) => ({ countsHidden: visitor?.role === 'admin' })

export function showCategories(db: Database, visitor: Visitor): Promise<Category[]> {
  return listCategories(db, countsFor(visitor))
}

/** An earlier slug answers the category under its present one. */
export async function showCategory(db: Database, key: CategoryKey, visitor: Visitor): Promise<Category> {
  const counting = countsFor(visitor)
  const category = (await findCategory(db, key, counting)) ?? (await findMovedCategory(db, key, counting))
  if (!category) throw notFound('Category not found.')

  return category
}

/** The same without what takes long to find: its count and picture. */
export async function nameCategory(db: Database, key: CategoryKey): Promise<CategoryName> {
  const moved = async () => {
    const slug = 'slug' in key ? await findMovedSlug(db, key.slug) : undefined
    return slug === undefined ? undefined : findCategoryName(db, { slug })
  }
  const category = (await findCategoryName(db, key)) ?? (await moved())
  if (!category) throw notFound('Category not found.')

  return category
}

async function findMovedCategory(db: Database, key: CategoryKey, counting: Parameters<typeof findCategory>[2]) {
  const slug = 'slug' in key ? await findMovedSlug(db, key.slug) : undefined
  return slug === undefined ? undefined : findCategory(db, { slug }, counting)
}
