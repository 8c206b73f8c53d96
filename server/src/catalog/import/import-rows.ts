import { type ImportRow, LEFT_ALONE, type ProductImport, type RowKind } from '@mela/contract'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { CheckedRow } from './check-product.ts'
import { countPictures } from './imported-pictures.ts'

export async function insertImport(
  db: Database,
  given: { id: string; actor_id: string; file_name: string; ignored: string[]; is_foreign: boolean },
): Promise<void> {
  await db
    .insertInto('imports')
    .values({ ...given, ignored: JSON.stringify(given.ignored) })
    .execute()
}

export async function setNotes(db: Database, id: string, given: { notes: string[]; lacking: string }): Promise<void> {
  await db
    .updateTable('imports')
    .set({ ...given, notes: JSON.stringify(given.notes) })
    .where('id', '=', id)
    .execute()
}

export async function insertRows(db: Database, importId: string, rows: CheckedRow[]): Promise<void> {
  const values = rows.map(({ productId, input, changes, errors, warnings, ...row }) => ({
    ...row,
    import_id: importId,
    product_id: productId,
    input: JSON.stringify(input),
    changes: JSON.stringify(changes),
    errors: JSON.stringify(errors),
    warnings: JSON.stringify(warnings),
  }))
  await db.insertInto('import_rows').values(values).execute()
}

export async function findImport(db: Database, id: string): Promise<ProductImport | undefined> {
  const found = await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found) return undefined
  const counts = await db
    .selectFrom('import_rows')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count'), fn.count<number>('done_at').as('written')])
    .where('import_id', '=', id)
    .groupBy('kind')
    .execute()
  const countOf = (kind: RowKind) => counts.find(count => count.kind === kind)
  return {
    _id: found.id,
    fileName: found.file_name,
    state: found.state,
    createdAt: found.created_at.toISOString(),
    finishedAt: found.finished_at?.toISOString() ?? null,
    rows: {
      created: countOf('created')?.count ?? 0,
      updated: countOf('updated')?.count ?? 0,
      unchanged: countOf('unchanged')?.count ?? 0,
      refused: countOf('refused')?.count ?? 0,
    },
    withoutCategory: await countMarked(db, id, 'isUncategorised'),
    namesakes: await countMarked(db, id, 'namesake'),
    ignored: found.ignored,
    notes: found.notes,
    lacking: found.lacking,
    isForeign: found.is_foreign,
    pictures: await countPictures(db, id),
    written: (countOf('created')?.written ?? 0) + (countOf('updated')?.written ?? 0),
  }
}

const marked = (db: Database, importId: string, mark: 'isUncategorised' | 'namesake') =>
  db
    .selectFrom('import_rows')
    .where('import_id', '=', importId)
    .where('kind', '=', 'created')
    .where(sql<boolean>`input ? ${mark}`)

async function countMarked(db: Database, importId: string, mark: 'isUncategorised' | 'namesake'): Promise<number> {
  const counted = marked(db, importId, mark).select(({ fn }) => fn.countAll<number>().as('count'))
  return (await counted.executeTakeFirstOrThrow()).count
}

export async function chooseCategory(db: Transaction<Tables>, importId: string, category: string): Promise<void> {
  await db
    .updateTable('import_rows')
    .set({ input: sql`input - 'newCategory' || jsonb_build_object('category', ${category}::text)` })
    .where('import_id', '=', importId)
    .where('row', 'in', marked(db, importId, 'isUncategorised').select('row'))
    .execute()
}

/** Only new products are then written; those with the name of a present one are not. */
export async function leaveUpdates(db: Transaction<Tables>, importId: string): Promise<void> {
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

export async function listStartedImports(db: Database, limit: number): Promise<ProductImport[]> {
  const started = db.selectFrom('imports').select('id').where('state', '<>', 'checked').orderBy('id', 'desc')
  const found = await Promise.all((await started.limit(limit).execute()).map(({ id }) => findImport(db, id)))
  return found.filter(one => one !== undefined)
}

export async function listRows(
  db: Database,
  importId: string,
  { page, size, kind }: { page: number; size: number; kind?: RowKind | undefined },
): Promise<{ rows: ImportRow[]; total: number }> {
  let found = db.selectFrom('import_rows').where('import_id', '=', importId)
  if (kind) found = found.where('kind', '=', kind)
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .select(['row', 'kind', 'product_id as product', 'name', 'changes', 'errors', 'warnings'])
    .select(sql<boolean>`kind = 'created' and input ? 'namesake'`.as('isNamesake'))
    .orderBy('row')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return { rows, total }
}

/** Answers the previous state, undefined for an unknown import. */
export async function markRunning(db: Transaction<Tables>, id: string, actor: string) {
  const one = await db.selectFrom('imports').select('state').where('id', '=', id).forUpdate().executeTakeFirst()
  if (one?.state === 'checked') {
    await db.updateTable('imports').set({ state: 'running', actor_id: actor }).where('id', '=', id).execute()
  }
  return one?.state
}

export async function findRunning(db: Database, id: string) {
  return db
    .selectFrom('imports')
    .select('actor_id as actor')
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
}

/** The rows are locked for other workers until the transaction ends. */
export function takeWaitingRows(db: Transaction<Tables>, importId: string, limit: number) {
  return waiting(db, importId)
    .select(['row', 'kind', 'input'])
    .select(({ ref }) => ref('product_id').$notNull().as('productId'))
    .orderBy('row')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

export async function markWritten(db: Transaction<Tables>, importId: string, rows: number[]): Promise<void> {
  await db
    .updateTable('import_rows')
    .set({ done_at: sql`now()` })
    .where('import_id', '=', importId)
    .where('row', '=', sql<number>`any(${rows})`)
    .execute()
}

export async function markRefused(
  db: Transaction<Tables>,
  importId: string,
  row: number,
  errors: Record<string, string>,
): Promise<void> {
  await db
    .updateTable('import_rows')
    .set({ kind: 'refused', errors: JSON.stringify(errors) })
    .where('import_id', '=', importId)
    .where('row', '=', row)
    .execute()
}

/** Another worker may still hold its last rows. */
export async function finishImport(db: Transaction<Tables>, id: string): Promise<void> {
  await db
    .updateTable('imports')
    .set({ state: 'done', finished_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where(({ not, exists }) => not(exists(waiting(db, id).select('row'))))
    .execute()
}

/** The changes stay in the audit log. */
export async function forgetOldImports(db: Database): Promise<void> {
  await db
    .deleteFrom('imports')
    .where('created_at', '<', sql<Date>`now() - interval '30 days'`)
    .where('state', '<>', 'running')
    .execute()
}

// Literals rather than parameters, so that prepared statements can use the partial index.
const waiting = (db: Database, importId: string) =>
  db
    .selectFrom('import_rows')
    .where('import_id', '=', importId)
    .where(sql<boolean>`done_at is null and kind in ('created', 'updated')`)
