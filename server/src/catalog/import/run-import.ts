import { importedProduct, LONGEST_CATEGORY_NAME, staffProductCalls } from '@mela/contract'
import { makeSlug } from '@mela/contract/make-slug'
import { sql } from 'kysely'
import { z } from 'zod'
import { type AuditEvent, recordAudit } from '../../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/ids.ts'
import { transact } from '../../platform/database/transact.ts'
import { conflict, ShopError } from '../../platform/http/errors.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { forgetMovedSlug } from '../category-rows.ts'
import { lockProducts } from '../product-rows.ts'
import { claimName, numberedSlug } from '../product-slugs.ts'
import { lockMedia, writeNewProduct, writeProductChanges } from '../save-product.ts'
import { indexProducts } from '../search/index-products.ts'
import { columnOf } from './columns.ts'
import { importQueue, pictureQueue } from './imports.ts'

const AT_ONCE = 25
const SLICE_MS = 20_000

/** A row is marked in the transaction that writes it; the work ends after seconds, so that a crash is noticed soon. */
export async function runImport(db: Database, id: string): Promise<void> {
  const found = db.selectFrom('imports').select('actor_id').where('id', '=', id).where('state', '=', 'running')
  const running = await found.executeTakeFirst()
  if (!running) return
  const until = performance.now() + SLICE_MS
  while (performance.now() < until) {
    const hasWritten = await writeSomeRows(db, id, running.actor_id)
    if (!hasWritten) return
  }
  await enqueue(db, importQueue, { import: id })
}

type Row = Awaited<ReturnType<typeof takeWaitingRows>>[number]
type Writing = Parameters<typeof writeNewProduct>[0]

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
      await askForPictures(db, id, saved.product._id, row.input.addresses)
    }
    await db
      .updateTable('import_rows')
      .set({ done_at: sql`now()` })
      .where('import_id', '=', id)
      .where('row', '=', sql<number>`any(${written})`)
      .execute()
    await indexProducts(db)
    for (const auditEvent of auditEvents) await recordAudit(db, auditEvent)
    return true
  })
}

/** Names are locked first and in order, against deadlocks. */
async function addNewCategories(writing: Writing, rows: Row[]): Promise<AuditEvent[]> {
  const parents = new Map<unknown, string>()
  const auditEvents: AuditEvent[] = []
  for (const name of namesIn(rows, 'newParent')) {
    const found = await findOrAdd(writing, auditEvents, name)
    if (found && !found.parent_id) parents.set(name, found.id)
  }
  for (const name of namesIn(rows, 'newCategory')) {
    const inIt = rows.filter(({ input }) => input.newCategory === name)
    const found = await findOrAdd(writing, auditEvents, name, parents.get(inIt[0]?.input.newParent))
    for (const { input } of inIt) input.category = found?.id
  }
  return auditEvents
}

const namesIn = (rows: Row[], field: 'newCategory' | 'newParent') =>
  [...new Set(rows.flatMap(({ input: { [field]: name } }) => (typeof name === 'string' ? [name] : [])))].sort()

/** Two imports that need the same name insert one after the other: the second finds the first one's category. */
const MOST_TRIES = 5

/** It is hidden while it has no active product, because the file's products may all be drafts. */
async function findOrAdd({ db, invalidate, actor }: Writing, events: AuditEvent[], name: string, parent?: string) {
  for (let tries = 0; ; tries += 1) {
    const found = await db
      .selectFrom('categories')
      .select(['id', 'parent_id'])
      .where(sql`lower(name)`, '=', name.toLowerCase())
      .forKeyShare()
      .executeTakeFirst()
    if (found || tries === MOST_TRIES) return found
    const id = newId()
    const input = { name, slug: await freeSlug(db, name, id), ...(parent && { parent }) }
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('categories')
      .values({ id, name, slug: input.slug, parent_id: parent ?? null, hides_while_empty: true })
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) continue
    await forgetMovedSlug(db, input.slug)
    invalidate('catalog')
    events.push({ actor, action: 'category.created', subject: `category:${id}`, after: input })
    return { id, parent_id: parent ?? null }
  }
}

/** A number makes a taken slug free; a name of no letters and digits has the id. */
async function freeSlug(db: Transaction, name: string, id: string): Promise<string> {
  const slug = makeSlug(name) || id
  const rows = await db
    .selectFrom('categories')
    .select('slug')
    .where('slug', 'like', `${slug.slice(0, LONGEST_CATEGORY_NAME - 6)}%`)
    .execute()
  const taken = new Set(rows.map(row => row.slug))
  for (let number = 1; ; number += 1) {
    const numbered = numberedSlug(slug, number === 1 ? '' : `-${number}`, LONGEST_CATEGORY_NAME)
    if (!taken.has(numbered)) return numbered
  }
}

/** All pictures are locked before all products, sorted, as in every other transaction. */
async function lockTogether(db: Transaction, rows: Row[]) {
  const ofVariants = ({ variants }: Row['input']) => (Array.isArray(variants) ? variants.map(({ media }) => media) : [])
  const mediaIds = rows
    .flatMap(({ input }) => [input.thumbnail, input.gallery, ofVariants(input)].flat(2))
    .filter(id => typeof id === 'string')
  const productIds = rows.map(({ productId }) => productId)
  await lockMedia(db, mediaIds)
  await lockProducts(db, productIds)
}

/** A change since the check can make a row invalid; the other rows are written. */
async function writeRow(writing: Writing, importId: string, { row, kind, productId, input }: Row) {
  try {
    if (kind === 'created') return await writeNew(writing, productId, input)
    return await writeProductChanges(
      writing,
      productId,
      staffProductCalls['PUT /products/:productId'].body.parse(input),
      importedProduct,
    )
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    const errors = Object.entries(error.details.errors ?? { '': error.message })
    const named = errors.map(([field, why]) => [columnOf(field.split('.')), why])
    await writing.db
      .updateTable('import_rows')
      .set({ kind: 'refused', errors: JSON.stringify(Object.fromEntries(named)) })
      .where('import_id', '=', importId)
      .where('row', '=', row)
      .execute()
    return undefined
  }
}

async function writeNew(writing: Writing, productId: string, { handle, ...input }: Row['input']) {
  const { db } = writing
  if (typeof handle !== 'string' || handle === '')
    return writeNewProduct(writing, productId, importedProduct.parse(input), 'numbered')
  // The product may be inserted later in the transaction.
  if (!(await claimName(db, 'handle', handle, productId)))
    throw conflict('This product was imported since the check. Choose the file again.')
  try {
    return await writeNewProduct(writing, productId, importedProduct.parse(input), 'numbered')
  } catch (error) {
    if (error instanceof ShopError) await db.deleteFrom('product_handles').where('product_id', '=', productId).execute()
    throw error
  }
}

/** The rows are locked for other workers until the transaction ends. */
function takeWaitingRows(db: Transaction, importId: string, limit: number) {
  return waiting(db, importId)
    .select(['row', 'kind', 'input'])
    .select(({ ref }) => ref('product_id').$notNull().as('productId'))
    .orderBy('row')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

/** Another worker may still hold its last rows. */
async function finishImport(db: Transaction, id: string): Promise<void> {
  await db
    .updateTable('imports')
    .set({ state: 'done', finished_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where(({ not, exists }) => not(exists(waiting(db, id).select('row'))))
    .execute()
}

// Literals rather than parameters, so that prepared statements can use the partial index.
const waiting = (db: Database, importId: string) =>
  db
    .selectFrom('import_rows')
    .where('import_id', '=', importId)
    .where(sql<boolean>`done_at is null and kind in ('created', 'updated')`)

const pictureAddresses = z.array(
  z.object({ address: z.string(), alt: z.string(), variants: z.array(z.array(z.string())) }),
)

/** Pictures from an earlier import are not fetched again. */
async function askForPictures(db: Transaction, importId: string, productId: string, addresses: unknown): Promise<void> {
  const asked = pictureAddresses.safeParse(addresses).data ?? []
  if (asked.length === 0) return
  const rows = asked.map(({ address, alt, variants }, position) => ({
    ...{ product_id: productId, import_id: importId, position, address, alt },
    variants: JSON.stringify(variants),
  }))
  await db
    .insertInto('imported_pictures')
    .values(rows)
    .onConflict(conflict =>
      conflict
        .columns(['product_id', 'address'])
        .doUpdateSet(({ ref }) => ({
          import_id: importId,
          position: ref('excluded.position'),
          alt: ref('excluded.alt'),
          variants: ref('excluded.variants'),
          state: 'waiting' as const,
          reason: null,
        }))
        .where(
          sql<boolean>`imported_pictures.state = 'failed'
            or (imported_pictures.state = 'done' and imported_pictures.media_id is null)`,
        ),
    )
    .execute()
}
