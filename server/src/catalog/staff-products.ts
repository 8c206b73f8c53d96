import { type BodyOf, type Product, type ProductInput, type patchProduct, REVIEWS_SHOWN } from '@mela/contract'
import { sql } from 'kysely'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import { transact } from '../platform/database/transact.ts'
import { invalid } from '../platform/http/errors.ts'
import { claimKey } from '../platform/http/idempotency-keys.ts'
import { fieldsOf } from './product-fields.ts'
import type { FullProduct } from './product-rows.ts'
import { listReviews, summariseRatings } from './review-rows.ts'
import { type ProductChanges, writeNewProduct, writeProductChanges } from './save-product.ts'
import { indexProducts } from './search/index-products.ts'
import { ADMIN, visibleProduct } from './show-products.ts'
import { lockProducts, markDeleted } from './staff-product-rows.ts'

/** A repeated idempotency key gets the product that it created. */
export async function addProduct(db: Database, actor: string, input: ProductInput, key?: string): Promise<Product> {
  const id = newId()
  // Products of one name that are added at once wait for each other's address.
  const product = await transact(db, async (db, invalidate) => {
    const reused = 'This product was created already, with other values. Please find it in the list.'
    const earlierId = await claimKey(db, { userId: actor, key, kind: 'product', request: input, id, reused })
    if (earlierId) return visibleProduct(db, earlierId, ADMIN)

    const { product, auditEvent } = await writeNewProduct({ db, invalidate, actor }, id, input)
    await indexProducts(db)
    await recordAudit(db, auditEvent)
    return product
  })
  return withReviews(db, product)
}

interface Saved {
  product: Product
  /** Orders that can still be cancelled would give these units back. */
  heldUnits: number
}

export async function editProduct(
  db: Database,
  actor: string,
  id: string,
  { productId = id, ...sent }: ProductChanges & { productId?: string | undefined },
  key?: string,
): Promise<Saved> {
  if (productId !== id) throw anotherProduct()

  const { product, heldUnits } = await transact(db, async (db, invalidate) => {
    if (await claimKey(db, { userId: actor, key, kind: 'product-edit', request: { id, sent }, id })) {
      return { product: await visibleProduct(db, id, ADMIN), heldUnits: 0 }
    }

    const { auditEvent, ...saved } = await writeProductChanges({ db, invalidate, actor }, id, sent)
    await indexProducts(db)
    await recordAudit(db, auditEvent)
    return saved
  })
  return { product: await withReviews(db, product), heldUnits }
}

/** Orders keep their copy of the product. */
export function removeProduct(db: Database, actor: string, id: string): Promise<void> {
  return transact(db, async (db, invalidate) => {
    await lockProducts(db, [id])
    const product = await visibleProduct(db, id, ADMIN)
    await markDeleted(db, [id])
    invalidate('catalog', `product:${id}`, `category:${product.category.slug}`)
    await recordAudit(db, { actor, action: 'product.deleted', subject: `product:${id}`, before: fieldsOf(product) })
  })
}

export function setActive(
  db: Database,
  actor: string,
  id: string,
  { value: isActive, productId = id }: Pick<BodyOf<typeof patchProduct>, 'value' | 'productId'>,
) {
  if (productId !== id) throw anotherProduct()

  return transact(db, async (db, invalidate) => {
    const isChanged = await updateIsActive(db, id, isActive)
    const product = await visibleProduct(db, id, ADMIN)
    if (!isChanged) return product
    invalidate('catalog', `product:${id}`, `category:${product.category.slug}`)
    const action = isActive ? 'product.activated' : 'product.deactivated'
    const [before, after] = [{ isActive: !isActive }, { isActive }]
    await recordAudit(db, { actor, action, subject: `product:${id}`, before, after })
    return product
  })
}

const anotherProduct = () => invalid({ productId: 'This is another product.' })

async function withReviews(db: Database, product: FullProduct): Promise<Product> {
  const { _id: id } = product
  const [reviews, rating] = await Promise.all([listReviews(db, id, REVIEWS_SHOWN), summariseRatings(db, id)])
  return { ...product, reviews, rating }
}

async function updateIsActive(db: Database, id: string, isActive: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('products')
    .set({ is_active: isActive, version: sql`version + 1` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('is_active', '<>', isActive)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
