import {
  type BodyOf,
  type Product,
  type ProductInput,
  type patchProduct,
  productInput,
  type updateProduct,
} from '@mela/contract'
import type { Transaction } from 'kysely'
import { record } from '../audit/audit.repository.ts'
import { changing } from '../database/changes.ts'
import type { Database } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { retrying } from '../database/retrying.ts'
import type { Tables } from '../database/tables.ts'
import { conflict, invalid, invalidBecause } from '../http/errors.ts'
import { showProduct, visibleProduct } from './catalog.service.ts'
import { type Fields, fieldsOf, whatChanged } from './product-fields.ts'
import { updateIsActive } from './products.repository.ts'
import { makeSearchable } from './searchable.ts'
import * as repository from './staff-products.repository.ts'

const ADMIN = { role: 'admin' } as const

/** A new product with its opening stock; the next search finds it. */
export async function addProduct(db: Database, actor: string, input: ProductInput): Promise<Product> {
  const id = newId()
  await changing(db, async (db, touch) => {
    await requireReferences(db, input)
    await repository.insertProduct(db, id, input)
    await makeSearchable(db)
    const product = await visibleProduct(db, id, ADMIN)
    touch('catalog', `product:${id}`, `category:${product.category.slug}`)
    await record(db, { actor, action: 'product.created', subject: `product:${id}`, after: fieldsOf(product) })
  })
  return showProduct(db, id, ADMIN)
}

/** Saves what was sent, leaves the rest, and refuses what would break a rule as a whole (DECISIONS B91, B92). */
export async function editProduct(
  db: Database,
  actor: string,
  id: string,
  { productId = id, version, baseStock, ...sent }: BodyOf<typeof updateProduct>,
): Promise<Product> {
  if (productId !== id) throw anotherProduct()

  await retrying(() =>
    changing(db, async (db, touch) => {
      await requireReferences(db, sent)
      const old = await lockedProduct(db, id)
      if (version !== undefined && version !== old.version) throw staleForm()

      const before = fieldsOf(old)
      const stock = stockAfter(old, sent.stock, baseStock)
      const input = merged(before, { ...sent, stock })
      await repository.updateStock(db, id, { from: old.stock, to: stock })
      await repository.updateProduct(db, id, input)
      await makeSearchable(db)
      const product = await visibleProduct(db, id, ADMIN)
      touch('catalog', `product:${id}`, `category:${old.category.slug}`, `category:${product.category.slug}`)
      const change = whatChanged(before, fieldsOf(product))
      await record(db, { actor, action: 'product.updated', subject: `product:${id}`, ...change })
    }),
  )
  return showProduct(db, id, ADMIN)
}

/** Takes a product out of the shop; orders keep what they copied of it (DECISIONS B86). */
export function removeProduct(db: Database, actor: string, id: string): Promise<void> {
  return retrying(() =>
    changing(db, async (db, touch) => {
      const product = await lockedProduct(db, id)
      await repository.markDeleted(db, id)
      touch('catalog', `product:${id}`, `category:${product.category.slug}`)
      await record(db, { actor, action: 'product.deleted', subject: `product:${id}`, before: fieldsOf(product) })
    }),
  )
}

/** Puts a product on the shelf or takes it off; the very next request sees it (DECISIONS B79, B80). */
export function shelve(
  db: Database,
  actor: string,
  id: string,
  { value: isActive, productId = id }: Pick<BodyOf<typeof patchProduct>, 'value' | 'productId'>,
) {
  if (productId !== id) throw anotherProduct()

  return changing(db, async (db, touch) => {
    const isChanged = await updateIsActive(db, id, isActive)
    const product = await visibleProduct(db, id, ADMIN)
    if (!isChanged) return product
    touch('catalog', `product:${id}`, `category:${product.category.slug}`)
    const action = isActive ? 'product.activated' : 'product.deactivated'
    const [before, after] = [{ isActive: !isActive }, { isActive }]
    await record(db, { actor, action, subject: `product:${id}`, before, after })
    return product
  })
}

const anotherProduct = () => invalid({ productId: 'This is another product.' })
const staleForm = () => conflict('This item was changed by someone else. Please reload.')

/** Pictures are locked before any product, as whoever deletes a picture does. */
async function requireReferences(
  db: Transaction<Tables>,
  {
    category,
    thumbnail,
    gallery = [],
  }: { [Key in 'category' | 'thumbnail']?: string | undefined } & {
    gallery?: string[] | undefined
  },
): Promise<void> {
  const mediaIds = thumbnail === undefined ? gallery : [thumbnail, ...gallery]
  const { hasCategory, media } = await repository.lockReferences(db, { categoryId: category, mediaIds })
  const errors = {
    ...(category !== undefined && !hasCategory && { category: 'Category not found.' }),
    ...(thumbnail !== undefined && !media.has(thumbnail) && { thumbnail: 'Media not found.' }),
    ...(gallery.some(id => !media.has(id)) && { gallery: 'Media not found.' }),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

async function lockedProduct(db: Transaction<Tables>, id: string) {
  await repository.lockProduct(db, id)
  return visibleProduct(db, id, ADMIN)
}

/** With `base`, what the form had loaded, only the difference counts, so that sales in between are not undone. */
function stockAfter(old: { name: string; stock: number }, sent: number | undefined, base: number | undefined): number {
  const stock = sent === undefined || base === undefined ? (sent ?? old.stock) : old.stock + sent - base
  if (stock < 0) throw conflict(`${old.name} has only ${old.stock} left in stock.`)
  return stock
}

function merged(before: Fields, sent: object): ProductInput {
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  const { success, data, error } = productInput.safeParse({ ...before, ...given })
  if (!success) throw invalidBecause(error)
  return data
}
