import type { BulkAction } from '@mela/contract'
import { sql, type Transaction } from 'kysely'
import { type AuditEvent, recordAudit } from '../platform/audit/audit-log.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { transact } from '../platform/database/transact.ts'
import { type Fields, fieldsOf } from './product-fields.ts'
import { listFullProducts } from './product-rows.ts'
import { takeSlug } from './product-slugs.ts'
import { indexProducts } from './search/index-products.ts'
import { listDeleted, lockProducts, markDeleted, unmarkDeleted } from './staff-product-rows.ts'

/** One change applies to all products or to none; answers those that it changed. */
export function changeProducts(
  db: Database,
  actor: string,
  { action, ids }: { action: BulkAction; ids: string[] },
): Promise<string[]> {
  return transact(db, async (db, invalidate) => {
    await lockProducts(db, ids)
    const changed = action === 'restore' ? await restore(db, ids) : await change(db, action, ids)
    if (changed.length > 0) invalidate('catalog')
    for (const { id, slug } of changed) invalidate(`product:${id}`, `category:${slug}`)
    for (const { id, auditEvent } of changed) await recordAudit(db, { actor, subject: `product:${id}`, ...auditEvent })
    return changed.map(({ id }) => id)
  })
}

interface Changed {
  id: string
  slug: string
  auditEvent: Pick<AuditEvent, 'action' | 'before' | 'after'>
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
    auditEvent: auditEventOf(action, fieldsOf(product)),
  }))
}

function auditEventOf(action: Exclude<BulkAction, 'restore'>, before: Fields): Changed['auditEvent'] {
  if (action === 'delete') return { action: 'product.deleted', before }
  const isActive = action === 'activate'
  return {
    action: isActive ? 'product.activated' : 'product.deactivated',
    before: { isActive: !isActive },
    after: { isActive },
  }
}

async function restore(db: Transaction<Tables>, ids: string[]): Promise<Changed[]> {
  const deleted = await listDeleted(db, ids)
  for (const { id, name, slug } of deleted) {
    // Another product may have its address by now.
    const taken = await takeSlug(db, id, { name, slug }, 'numbered')
    if (taken !== slug) await db.updateTable('products').set({ slug: taken }).where('id', '=', id).execute()
  }
  const restored = deleted.map(({ id }) => id)
  await unmarkDeleted(db, restored)
  await indexProducts(db)
  const products = await listFullProducts(db, restored)
  return products.map(product => ({
    id: product._id,
    slug: product.category.slug,
    auditEvent: { action: 'product.restored', after: fieldsOf(product) },
  }))
}

async function updateAreActive(db: Database, ids: string[], isActive: boolean): Promise<void> {
  await db
    .updateTable('products')
    .set({ is_active: isActive, version: sql`version + 1` })
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
}
