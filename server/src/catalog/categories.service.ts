import type { Category, CategoryInFull } from '@mela/contract'
import type { SessionUser } from '../people/session-user.ts'
import type { Database } from '../platform/database/database.ts'
import { notFound } from '../platform/http/errors.ts'
import {
  type CategoryBranch,
  findCategory,
  findCategoryBranch,
  findMovedSlug,
  listCategories,
} from './categories.repository.ts'

type Visitor = Pick<SessionUser, 'role'> | undefined
export type CategoryKey = Parameters<typeof findCategory>[1]

const countsFor = (visitor: Visitor) => ({ countsHidden: visitor?.role === 'admin' })

export function showCategories(db: Database, visitor: Visitor): Promise<Category[]> {
  return listCategories(db, countsFor(visitor))
}

/** An earlier slug is found; a hidden category looks like a missing one. */
export async function showCategory(db: Database, key: CategoryKey, visitor: Visitor): Promise<CategoryInFull> {
  const counting = countsFor(visitor)
  const category = (await findCategory(db, key, counting)) ?? (await findMovedCategory(db, key, counting))
  if (!category) throw notFound('Category not found.')

  return category
}

/** A hidden category's products stay for sale. */
export async function findBranch(db: Database, key: CategoryKey): Promise<CategoryBranch> {
  const moved = async () => {
    const slug = 'slug' in key ? await findMovedSlug(db, key.slug) : undefined
    return slug === undefined ? undefined : findCategoryBranch(db, { slug })
  }
  const category = (await findCategoryBranch(db, key)) ?? (await moved())
  if (!category) throw notFound('Category not found.')

  return category
}

async function findMovedCategory(db: Database, key: CategoryKey, counting: Parameters<typeof findCategory>[2]) {
  const slug = 'slug' in key ? await findMovedSlug(db, key.slug) : undefined
  return slug === undefined ? undefined : findCategory(db, { slug }, counting)
}
