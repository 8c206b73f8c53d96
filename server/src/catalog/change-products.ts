import type { BodyOf, BulkAction, Calls } from '@mela/contract'
import { sql } from 'kysely'
import { type AuditEvent, recordAudit } from '../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { notFound } from '../platform/http/errors.ts'
import { type Fields, fieldsOf } from './product-fields.ts'
import { anotherProduct, listFullProducts, lockProducts, requireProduct } from './product-rows.ts'
import { takeSlug } from './product-slugs.ts'
import { indexProducts } from './search/index-products.ts'

/** One change applies to all products or to none: lock → change → index → audit. Answers those that it changed. */
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

/** Orders keep their copy of the product. */
export async function removeProduct(db: Database, actor: string, id: string): Promise<void> {
  const removed = await changeProducts(db, actor, { action: 'delete', ids: [id] })
  if (removed.length === 0) throw notFound('Product not found.')
}

export async function setActive(
  db: Database,
  actor: string,
  id: string,
  { value, productId = id }: Pick<BodyOf<Calls['PATCH /products/:productId']>, 'value' | 'productId'>,
) {
  if (productId !== id) throw anotherProduct()
  await changeProducts(db, actor, { action: value ? 'activate' : 'deactivate', ids: [id] })
  return requireProduct(db, { id })
}

interface Changed {
  id: string
  slug: string
  auditEvent: Pick<AuditEvent, 'action' | 'before' | 'after'>
}

async function change(db: Transaction, action: Exclude<BulkAction, 'restore'>, ids: string[]): Promise<Changed[]> {
  const there = await listFullProducts(db, ids)
  const isActive = action === 'activate'
  const products = action === 'delete' ? there : there.filter(product => product.isActive !== isActive)
  const values =
    action === 'delete' ? { deleted_at: sql<Date>`now()` } : { is_active: isActive, version: sql<number>`version + 1` }
  const changed = sql<string>`any(${products.map(({ _id }) => _id)})`
  await db.updateTable('products').set(values).where('id', '=', changed).execute()
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

/** Another product may have the address of a deleted one by now. */
async function restore(db: Transaction, ids: string[]): Promise<Changed[]> {
  const deleted = await db
    .selectFrom('products')
    .select(['id', 'name', 'slug'])
    .where('id', '=', sql<string>`any(${ids})`)
    .where('deleted_at', 'is not', null)
    .execute()
  for (const { id, ...wanted } of deleted) {
    const slug = await takeSlug(db, id, wanted, 'numbered')
    await db.updateTable('products').set({ slug, deleted_at: null }).where('id', '=', id).execute()
  }
  await indexProducts(db)
  const restored = deleted.map(({ id }) => id)
  const products = await listFullProducts(db, restored)
  return products.map(product => ({
    id: product._id,
    slug: product.category.slug,
    auditEvent: { action: 'product.restored', after: fieldsOf(product) },
  }))
}
