import { type ProductImport, storable } from '@mela/contract'
import { recordAudit } from '../audit/audit.repository.ts'
import type { Database } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { notFound } from '../http/errors.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { UploadedFile } from '../limits/uploads.ts'
import { type CheckedRow, checkRow } from './check-row.ts'
import { COLUMNS } from './columns.ts'
import { importQueue } from './import-queue.ts'
import * as repository from './imports.repository.ts'
import { lookUp } from './lookups.ts'
import { readTable, type TableRow } from './read-table.ts'

const AT_ONCE = 200

/** Computes what a CSV file would do, row by row, and stores that; the catalogue is not changed. */
export async function checkTable(db: Database, actor: string, { name, bytes }: UploadedFile): Promise<ProductImport> {
  const rows = await readTable(bytes)
  const id = newId()
  const firstRows = rowsById(rows)
  await db.transaction().execute(async db => {
    const file_name = storable(storable(name).trim().slice(0, 120)) || 'products.csv'
    await repository.insertImport(db, { id, actor_id: actor, file_name })
    for (let i = 0; i < rows.length; i += AT_ONCE) {
      const part = rows.slice(i, i + AT_ONCE)
      const known = await lookUp(db, part)
      const checked = part.map(row => refuseRepeated(checkRow(row, known), firstRows))
      await repository.insertRows(db, id, checked)
    }
  })
  return showImport(db, id)
}

export async function showImport(db: Database, id: string): Promise<ProductImport> {
  const found = await repository.findImport(db, id)
  if (!found) throw notFound('Import not found.')
  return found
}

/** Starts the import in the background; a running one is only woken up. */
export async function startImport(db: Database, actor: string, id: string): Promise<ProductImport> {
  await db.transaction().execute(async db => {
    const state = await repository.markRunning(db, id, actor)
    if (!state) throw notFound('Import not found.')
    if (state === 'done') return
    await enqueue(db, importQueue, { import: id })
    if (state === 'checked') await recordAudit(db, { actor, action: 'import.started', subject: `import:${id}` })
  })
  return showImport(db, id)
}

/** The first row of each product. */
function rowsById(rows: TableRow[]): Map<string, number> {
  const first = new Map<string, number>()
  for (const { row, cells } of rows) {
    const id = cells.id?.toLowerCase() ?? ''
    if (id !== '' && !first.has(id)) first.set(id, row)
  }
  return first
}

function refuseRepeated(row: CheckedRow, firstRows: Map<string, number>): CheckedRow {
  const first = firstRows.get(row.productId ?? '')
  if (first === undefined || first === row.row) return row
  return { ...row, kind: 'refused', errors: { [COLUMNS.id]: `This product stands in row ${first} already.` } }
}
