import { importedProduct, LONGEST_CATEGORY_NAME, staffProductCalls } from '@mela/contract'
import { makeSlug } from '@mela/contract/make-slug'
import { sql } from 'kysely'
import { type AuditEvent, recordAudit } from '../../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/ids.ts'
import { transact } from '../../platform/database/transact.ts'
import { conflict, ShopError } from '../../platform/http/errors.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { forgetMovedSlug } from '../category-rows.ts'
import { lockProducts } from '../product-rows.ts'
import { claimName, numberedSlugs } from '../product-slugs.ts'
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
      const auditEvent = await writeRow({ db, invalidate, actor }, id, row)
      if (!auditEvent) continue
      auditEvents.push(auditEvent)
      written.push(row.row)
    }
    await db
      .updateTable('import_rows')
      .set({ done_at: sql`now()` })
      .where('import_id', '=', id)
      .where('row', '=', sql<number>`any(${written})`)
      .execute()
    await askForPictures(db, id, written)
    await indexProducts(db)
    for (const auditEvent of auditEvents) await recordAudit(db, auditEvent)
    return true
  })
}

/** When another import adds such a name meanwhile, the job fails at its unique name, and finds it at the next try. */
async function addNewCategories({ db, invalidate, actor }: Writing, rows: Row[]): Promise<AuditEvent[]> {
  const [names, parents] = [namesIn(rows, 'newCategory'), namesIn(rows, 'newParent')]
  // The database lowers 'İ' as its unique index does, and JavaScript otherwise.
  const { rows: wanted } = await sql<{ name: string; key: string }>`
    select name, lower(name) as key from unnest(${[...names, ...parents]}::text[]) as name`.execute(db)
  const keys = new Map(wanted.map(({ name, key }) => [name, key]))
  const present = await db
    .selectFrom('categories')
    .select(['id', 'name', 'parent_id', sql<string>`lower(name)`.as('key')])
    .where(sql`lower(name)`, '=', sql`any(${[...keys.values()]}::text[])`)
    .orderBy('id')
    .forKeyShare()
    .execute()
  const found = new Map(present.map(category => [category.key, category]))
  const findNamed = (name: unknown) => (typeof name === 'string' ? found.get(keys.get(name) ?? '') : undefined)
  const auditEvents: AuditEvent[] = []
  for (const name of [...parents, ...names]) {
    if (findNamed(name)) continue
    const above = findNamed(rows.find(({ input }) => input.newCategory === name)?.input.newParent)
    const parent_id = above && !above.parent_id ? above.id : null
    const id = newId()
    const slug = await freeSlug(db, name, id)
    // Hidden while it has no active product, because the file's products may all be drafts.
    await db.insertInto('categories').values({ id, name, slug, parent_id, hides_while_empty: true }).execute()
    await forgetMovedSlug(db, slug)
    invalidate('catalog')
    const after = { name, slug, ...(parent_id && { parent: parent_id }) }
    auditEvents.push({ actor, action: 'category.created', subject: `category:${id}`, after })
    const key = keys.get(name) ?? ''
    found.set(key, { id, name, parent_id, key })
  }
  for (const { input } of rows) if (input.newCategory) input.category = findNamed(input.newCategory)?.id
  return auditEvents
}

const namesIn = (rows: Row[], field: 'newCategory' | 'newParent') =>
  [...new Set(rows.flatMap(({ input: { [field]: name } }) => (typeof name === 'string' ? [name] : [])))].sort()

/** A name of no letters and digits has the id. */
async function freeSlug(db: Transaction, name: string, id: string): Promise<string> {
  const wanted = numberedSlugs(makeSlug(name) || id, LONGEST_CATEGORY_NAME, id)
  const rows = await db.selectFrom('categories').select('slug').where('slug', 'in', wanted).execute()
  return wanted.find(slug => rows.every(row => row.slug !== slug)) ?? id
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
  const { db } = writing
  try {
    if (kind !== 'created') {
      const changes = staffProductCalls['PUT /products/:productId'].body.parse(input)
      return (await writeProductChanges(writing, productId, changes, importedProduct)).auditEvent
    }
    // The product may be inserted later in the transaction.
    if (input.handle && !(await claimName(db, 'handle', String(input.handle), productId)))
      throw conflict('This product was imported since the check. Choose the file again.')
    return await writeNewProduct(writing, productId, importedProduct.parse(input), 'numbered')
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    if (kind === 'created') await db.deleteFrom('product_handles').where('product_id', '=', productId).execute()
    const errors = Object.entries(error.details.errors ?? { '': error.message })
    const named = errors.map(([field, why]) => [columnOf(field.split('.')), why])
    await db
      .updateTable('import_rows')
      .set({ kind: 'refused', errors: JSON.stringify(Object.fromEntries(named)) })
      .where('import_id', '=', importId)
      .where('row', '=', row)
      .execute()
    return undefined
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

/** Pictures from an earlier import are not fetched again. */
async function askForPictures(db: Transaction, importId: string, written: number[]): Promise<void> {
  await sql`
    insert into imported_pictures as earlier (product_id, import_id, position, address, alt, variants)
    select product_id, import_id, position, address, alt, asked.variants
    from import_rows, rows from (jsonb_to_recordset(input -> 'addresses') as (address text, alt text, variants jsonb))
      with ordinality as asked (address, alt, variants, position)
    where import_id = ${importId} and row = any(${written})
    on conflict (product_id, address) do update set (import_id, position, alt, variants, state, reason) =
      (excluded.import_id, excluded.position, excluded.alt, excluded.variants, 'waiting', null)
    where earlier.state = 'failed' or (earlier.state = 'done' and earlier.media_id is null)`.execute(db)
}
