import { type BodyOf, type Calls, type ImportRow, LEFT_ALONE, type ProductImport, type RowKind } from '@mela/contract'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { countRows } from '../../platform/database/ids.ts'
import { transact } from '../../platform/database/transact.ts'
import { invalid, notFound } from '../../platform/http/errors.ts'
import { enqueue, queue } from '../../platform/jobs/queue.ts'

const JOB_OPTIONS = {
  // However often the shop is killed or its disk is full, the work goes on soon after: nothing else would begin it again.
  retryLimit: 100_000,
  retryDelay: 2,
  retryBackoff: false,
  deleteAfterSeconds: 3600,
}

/** A job works for some seconds and enqueues the rest; after a crash it is retried soon. */
export const importQueue = queue<{ import: string }>('imports', { ...JOB_OPTIONS, expireInSeconds: 120 })
export const pictureQueue = queue<{ import: string }>('imported-pictures', { ...JOB_OPTIONS, expireInSeconds: 180 })

/** A running import gets its next job. */
export async function startImport(
  db: Database,
  actor: string,
  id: string,
  { category, leavesPresent }: NonNullable<BodyOf<Calls['POST /imports/:id/start']>>,
): Promise<ProductImport> {
  await transact(db, async db => {
    const found = await db.selectFrom('imports').select('state').where('id', '=', id).forUpdate().executeTakeFirst()
    if (!found) throw notFound('Import not found.')
    if (found.state === 'done') return
    await enqueue(db, importQueue, { import: id })
    if (found.state === 'running') return
    await db.updateTable('imports').set({ state: 'running', actor_id: actor }).where('id', '=', id).execute()
    if (category) await chooseCategory(db, id, category)
    if (leavesPresent) await leaveUpdates(db, id)
    await recordAudit(db, { actor, action: 'import.started', subject: `import:${id}` })
  })
  return showImport(db, id)
}

export async function retryPictures(db: Database, id: string): Promise<ProductImport> {
  await transact(db, async db => {
    const failed = db.updateTable('imported_pictures').where('import_id', '=', id).where('state', '=', 'failed')
    await failed.set({ state: 'waiting', reason: null }).execute()
    await enqueue(db, pictureQueue, { import: id })
  })
  return showImport(db, id)
}

export async function showImport(db: Database, id: string): Promise<ProductImport> {
  const found = await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound('Import not found.')
  const isNew = sql`kind = 'created'`
  const counts = await db
    .selectFrom('import_rows')
    .select([
      sql<ProductImport['rows']>`json_build_object(
        'created', count(*) filter (where ${isNew}), 'updated', count(*) filter (where kind = 'updated'),
        'unchanged', count(*) filter (where kind = 'unchanged'), 'refused', count(*) filter (where kind = 'refused')
      )`.as('rows'),
      sql<number>`count(*) filter (where ${isNew} and input ? 'isUncategorised')`.as('withoutCategory'),
      sql<number>`count(*) filter (where ${isNew} and input ? 'namesake')`.as('namesakes'),
      sql<number>`count(done_at) filter (where kind in ('created', 'updated'))`.as('written'),
      sql<ProductImport['pictures']>`(
        select json_build_object('waiting', count(*) filter (where state in ('waiting', 'fetched')),
          'done', count(*) filter (where state = 'done'), 'failed', count(*) filter (where state = 'failed'))
        from imported_pictures where import_id = ${id})`.as('pictures'),
    ])
    .where('import_id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    _id: found.id,
    fileName: found.file_name,
    state: found.state,
    createdAt: found.created_at.toISOString(),
    finishedAt: found.finished_at?.toISOString() ?? null,
    ignored: found.ignored,
    notes: found.notes,
    lacking: found.lacking,
    isForeign: found.is_foreign,
    ...counts,
  }
}

export async function listStartedImports(db: Database, limit: number): Promise<ProductImport[]> {
  const started = db.selectFrom('imports').select('id').where('state', '<>', 'checked').orderBy('id', 'desc')
  return Promise.all((await started.limit(limit).execute()).map(({ id }) => showImport(db, id)))
}

export async function listRows(
  db: Database,
  importId: string,
  { page, size, kind }: { page: number; size: number; kind?: RowKind | undefined },
): Promise<{ rows: ImportRow[]; total: number }> {
  let found = db.selectFrom('import_rows').where('import_id', '=', importId)
  if (kind) found = found.where('kind', '=', kind)
  const total = await countRows(found)
  const rows = await found
    .select(['row', 'kind', 'product_id as product', 'name', 'changes', 'errors', 'warnings'])
    .select(sql<boolean>`kind = 'created' and input ? 'namesake'`.as('isNamesake'))
    .orderBy('row')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return { rows, total }
}

export async function listFailed(db: Database, importId: string, { page, size }: { page: number; size: number }) {
  const failed = db
    .selectFrom('imported_pictures')
    .innerJoin('products', 'products.id', 'imported_pictures.product_id')
    .where('import_id', '=', importId)
    .where('state', '=', 'failed')
  const total = await countRows(failed)
  const rows = await failed
    .select(['products.id as product', 'products.name', 'address'])
    .select(({ fn }) => fn.coalesce('reason', sql<string>`''`).as('reason'))
    .orderBy('products.id')
    .orderBy('position')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return { rows, total }
}

async function chooseCategory(db: Transaction, importId: string, category: string): Promise<void> {
  const found = await db.selectFrom('categories').select('id').where('id', '=', category).executeTakeFirst()
  if (!found) throw invalid({ category: 'Category not found.' })
  await db
    .updateTable('import_rows')
    .set({ input: sql`input - 'newCategory' || jsonb_build_object('category', ${category}::text)` })
    .where('import_id', '=', importId)
    .where(sql<boolean>`kind = 'created' and input ? 'isUncategorised'`)
    .execute()
}

/** Only new products are then written; those with the name of a present one are not. */
async function leaveUpdates(db: Transaction, importId: string): Promise<void> {
  await db
    .updateTable('import_rows')
    .set({
      product_id: sql`coalesce(input->>'namesake', product_id)`,
      ...{ kind: 'unchanged', changes: '[]', errors: '{}', warnings: JSON.stringify([LEFT_ALONE]) },
    })
    .where('import_id', '=', importId)
    .where(
      sql<boolean>`(kind in ('updated', 'refused') and product_id is not null
        or kind = 'created' and input ? 'namesake')`,
    )
    .execute()
}
