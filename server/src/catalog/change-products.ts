import type { BodyOf, BulkAction, Calls, Product } from '@mela/contract'
import { sql } from 'kysely'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { notFound } from '../platform/http/errors.ts'
import { lockTaxClasses } from '../shop/tax-classes.ts'
import { fieldsOf } from './product-fields.ts'
import { anotherProduct, listFullProducts, lockProducts, requireProduct } from './product-rows.ts'
import { takeSlug } from './product-slugs.ts'
import { indexProducts } from './search/index-products.ts'

export const DONE = {
  activate: 'activated',
  deactivate: 'deactivated',
  delete: 'deleted',
  restore: 'restored',
} as const satisfies Record<BulkAction, string>

/** One change applies to all products or to none: lock → change → index → audit. Answers those that it changed. */
export function changeProducts(
  db: Database,
  actor: string,
  { action, ids }: { action: BulkAction; ids: string[] },
): Promise<string[]> {
  return transact(db, async (db, invalidate) => {
    const taxClasses = action === 'restore' ? await lockTaxClasses(db) : []
    await lockProducts(db, ids)
    const products = action === 'restore' ? await restore(db, ids, taxClasses) : await change(db, action, ids)
    if (products.length > 0) invalidate('catalog')
    for (const { _id, category } of products) invalidate(`product:${_id}`, `category:${category.slug}`)
    for (const product of products) {
      const auditEvent = { actor, action: `product.${DONE[action]}`, subject: `product:${product._id}` } as const
      await recordAudit(db, { ...auditEvent, ...statesOf(action, product) })
    }
    return products.map(({ _id }) => _id)
  })
}

function statesOf(action: BulkAction, product: Product) {
  if (action === 'delete') return { before: fieldsOf(product) }
  if (action === 'restore') return { after: fieldsOf(product) }
  const isActive = action === 'activate'
  return { before: { isActive: !isActive }, after: { isActive } }
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

async function change(db: Transaction, action: Exclude<BulkAction, 'restore'>, ids: string[]): Promise<Product[]> {
  const there = await listFullProducts(db, ids)
  const isActive = action === 'activate'
  const products = action === 'delete' ? there : there.filter(product => product.isActive !== isActive)
  const values =
    action === 'delete' ? { deleted_at: sql<Date>`now()` } : { is_active: isActive, version: sql<number>`version + 1` }
  const changed = sql<string>`any(${products.map(({ _id }) => _id)})`
  await db.updateTable('products').set(values).where('id', '=', changed).execute()
  return products
}

/** Another product may have the address of a deleted one by now, and the shop may have removed its tax class. */
async function restore(db: Transaction, ids: string[], taxClasses: string[]): Promise<Product[]> {
  const deleted = await db
    .selectFrom('products')
    .select(['id', 'name', 'slug', 'tax_class'])
    .where('id', '=', sql<string>`any(${ids})`)
    .where('deleted_at', 'is not', null)
    .execute()
  for (const { id, tax_class: former, ...wanted } of deleted) {
    const slug = await takeSlug(db, id, wanted, 'numbered')
    const tax_class = taxClasses.find(name => name === former) ?? null
    await db.updateTable('products').set({ slug, tax_class, deleted_at: null }).where('id', '=', id).execute()
  }
  await indexProducts(db)
  return listFullProducts(
    db,
    deleted.map(({ id }) => id),
  )
}
