import { type BodyOf, type Calls, LEFT_ALONE, type ProductImport } from '@mela/contract'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { transact } from '../../platform/database/transact.ts'
import { invalid, notFound } from '../../platform/http/errors.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { importQueue, marked, pictureQueue, showImport } from './import-rows.ts'

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

async function chooseCategory(db: Transaction, importId: string, category: string): Promise<void> {
  const found = await db.selectFrom('categories').select('id').where('id', '=', category).executeTakeFirst()
  if (!found) throw invalid({ category: 'Category not found.' })
  await db
    .updateTable('import_rows')
    .set({ input: sql`input - 'newCategory' || jsonb_build_object('category', ${category}::text)` })
    .where('import_id', '=', importId)
    .where('row', 'in', marked(db, importId, 'isUncategorised').select('row'))
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
    .where(({ or, and, eb }) =>
      or([
        and([eb('kind', 'in', ['updated', 'refused']), eb('product_id', 'is not', null)]),
        eb('row', 'in', marked(db, importId, 'namesake').select('row')),
      ]),
    )
    .execute()
}
