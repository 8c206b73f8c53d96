import type { BulkAction } from '@mela/contract'
import type { Transaction } from 'kysely'
import { type Deed, record } from '../audit/audit.repository.ts'
import type { Database } from '../database/database.ts'
import { changing } from '../database/invalidation.ts'
import { retrying } from '../database/retrying.ts'
import type { Tables } from '../database/tables.ts'
import { listFullProducts, updateAreActive } from '../products/products.repository.ts'
import { makeSearchable } from '../search/index-products.ts'
import { type Fields, fieldsOf } from './product-fields.ts'
import { listDeleted, lockProducts, markDeleted, unmarkDeleted } from './staff-products.repository.ts'

/** Does the same to several products, or to none; answers those for which it made a difference (B79, B86). */
export function changeProducts(
  db: Database,
  actor: string,
  { action, ids }: { action: BulkAction; ids: string[] },
): Promise<string[]> {
  return retrying(() =>
    changing(db, async (db, touch) => {
      await lockProducts(db, ids)
      const changed = action === 'restore' ? await restore(db, ids) : await change(db, action, ids)
      if (changed.length > 0) touch('catalog')
      for (const { id, slug } of changed) touch(`product:${id}`, `category:${slug}`)
      for (const { id, deed } of changed) await record(db, { actor, subject: `product:${id}`, ...deed })
      return changed.map(({ id }) => id)
    }),
  )
}

interface Changed {
  id: string
  slug: string
  deed: Pick<Deed, 'action' | 'before' | 'after'>
}

async function change(
  db: Transaction<Tables>,
  action: Exclude<BulkAction, 'restore'>,
  ids: string[],
): Promise<Changed[]> {
  const there = await listFullProducts(db, ids)
  const isActive = action === 'activate'
  const products = action === 'delete' ? there : there.filter(product => product.isActive !== isActive)
  const changed = products.map(({ _id }) => _id)
  await (action === 'delete' ? markDeleted(db, changed) : updateAreActive(db, changed, isActive))
  return products.map(product => ({
    id: product._id,
    slug: product.category.slug,
    deed: deedOf(action, fieldsOf(product)),
  }))
}

function deedOf(action: Exclude<BulkAction, 'restore'>, before: Fields): Changed['deed'] {
  if (action === 'delete') return { action: 'product.deleted', before }
  const isActive = action === 'activate'
  return {
    action: isActive ? 'product.activated' : 'product.deactivated',
    before: { isActive: !isActive },
    after: { isActive },
  }
}

/** Puts deleted products back as they were, where searches find them again. */
async function restore(db: Transaction<Tables>, ids: string[]): Promise<Changed[]> {
  const deleted = await listDeleted(db, ids)
  await unmarkDeleted(db, deleted)
  await makeSearchable(db)
  const products = await listFullProducts(db, deleted)
  return products.map(product => ({
    id: product._id,
    slug: product.category.slug,
    deed: { action: 'product.restored', after: fieldsOf(product) },
  }))
}
