import { importedProduct, updateProduct } from '@mela/contract'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import { recordAudit } from '../../platform/audit/audit-log.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { conflict, ShopError } from '../../platform/http/errors.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { type Writing, writeNewProduct, writeProductChanges } from '../save-product.ts'
import { indexProducts } from '../search/index-products.ts'
import { lockProducts, lockReferences } from '../staff-product-rows.ts'
import { columnOf } from './columns.ts'
import { importQueue, pictureQueue } from './import-queues.ts'
import { findRunning, finishImport, markRefused, markWritten, takeWaitingRows } from './import-rows.ts'
import { askForPictures } from './imported-pictures.ts'
import { addNewCategories } from './new-categories.ts'

const AT_ONCE = 25
const SLICE_MS = 20_000

/** A row is marked in the transaction that writes it; the work ends after seconds, so that a crash is noticed soon. */
export async function runImport(db: Database, id: string): Promise<void> {
  const running = await findRunning(db, id)
  if (!running) return
  const until = performance.now() + SLICE_MS
  while (performance.now() < until) {
    const hasWritten = await writeSomeRows(db, id, running.actor)
    if (!hasWritten) return
  }
  await enqueue(db, importQueue, { import: id })
}

type Row = Awaited<ReturnType<typeof takeWaitingRows>>[number]

function writeSomeRows(db: Database, id: string, actor: string): Promise<boolean> {
  return transact(db, async (db, invalidate) => {
    const rows = await takeWaitingRows(db, id, AT_ONCE)
    if (rows.length === 0) {
      await finishImport(db, id)
      await enqueue(db, pictureQueue, { import: id })
      return false
    }
    const auditEvents = await addNewCategories({ db, invalidate, actor }, rows)
    await lockTogether(db, rows)
    const written: number[] = []
    for (const row of rows) {
      const saved = await writeRow({ db, invalidate, actor }, id, row)
      if (!saved) continue
      auditEvents.push(saved.auditEvent)
      written.push(row.row)
      await askForPictures(db, id, saved.product._id, addressesOf(row))
    }
    await markWritten(db, id, written)
    await indexProducts(db)
    for (const auditEvent of auditEvents) await recordAudit(db, auditEvent)
    return true
  })
}

const addressesOf = ({ input }: Row) => asked.safeParse(input.addresses).data ?? []

const asked = z.array(z.object({ address: z.string(), alt: z.string(), variants: z.array(z.array(z.string())) }))

/** All pictures are locked before all products, sorted, as in every other transaction. */
async function lockTogether(db: Transaction<Tables>, rows: Row[]) {
  const mediaIds = rows
    .flatMap(({ input }) => [input.thumbnail, input.gallery, picturesOfVariants(input)].flat(2))
    .filter(id => typeof id === 'string')
  await lockReferences(db, { categoryId: undefined, mediaIds })
  await lockProducts(
    db,
    rows.map(({ productId }) => productId),
  )
}

const picturesOfVariants = ({ variants = [] }: Row['input']) =>
  Array.isArray(variants) ? variants.map(({ media }) => media) : []

/** A change since the check can make a row invalid; the other rows are written. */
async function writeRow(writing: Writing, importId: string, { row, kind, productId, input }: Row) {
  try {
    if (kind === 'created') return await writeNew(writing, productId, input)
    return await writeProductChanges(writing, productId, updateProduct.schema.body.parse(input), importedProduct)
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    const errors = Object.entries(error.details.errors ?? { '': error.message })
    const named = errors.map(([field, why]) => [columnOf(field.split('.')), why])
    await markRefused(writing.db, importId, row, Object.fromEntries(named))
    return undefined
  }
}

async function writeNew(writing: Writing, productId: string, { handle, ...input }: Row['input']) {
  const { db } = writing
  if (typeof handle !== 'string' || handle === '')
    return writeNewProduct(writing, productId, importedProduct.parse(input), 'numbered')
  if (!(await takeHandle(db, handle, productId)))
    throw conflict('This product was imported since the check. Choose the file again.')
  try {
    return await writeNewProduct(writing, productId, importedProduct.parse(input), 'numbered')
  } catch (error) {
    if (error instanceof ShopError) await dropHandle(db, productId)
    throw error
  }
}

/** The product may be inserted later in the transaction; false when another one has the handle. */
async function takeHandle(db: Transaction<Tables>, handle: string, productId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('product_handles')
    .values({ handle, product_id: productId })
    .onConflict(conflict =>
      conflict
        .column('handle')
        .doUpdateSet({ product_id: productId })
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('products')
              .select('id')
              .whereRef('products.id', '=', 'product_handles.product_id')
              .where('deleted_at', 'is not', null),
          ),
        ),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

async function dropHandle(db: Transaction<Tables>, productId: string): Promise<void> {
  await db.deleteFrom('product_handles').where('product_id', '=', productId).execute()
}
