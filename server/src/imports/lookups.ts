import { sql } from 'kysely'
import { listCategoryNames } from '../categories/categories.repository.ts'
import type { Database } from '../database/database.ts'
import { listFullProducts } from '../products/products.repository.ts'
import { type Known, picturesIn } from './check-row.ts'
import type { TableRow } from './read-table.ts'
import { isWhole } from './stock-at-export.ts'
import { sumEdits } from './stock-movements.repository.ts'

const isId = (text: string) => /^[0-9a-f]{24}$/.test(text)

export async function lookUp(db: Database, rows: TableRow[]): Promise<Known> {
  const ids = rows.map(({ cells }) => cells.id?.toLowerCase() ?? '').filter(isId)
  const products = await listFullProducts(db, ids)
  const edits = await sumEdits(db, movementsAtExport(rows))
  const categories = await listCategoryNames(db)
  const called = rows.flatMap(({ cells }) => [cells.thumbnail ?? '', ...picturesIn(cells.gallery ?? '')])
  const known = products.flatMap(({ thumbnail, gallery }) => [...(thumbnail ? [thumbnail] : []), ...gallery])
  const found = [...(await findPictures(db, called)), ...known.map(({ _id, name }) => ({ id: _id, name }))]
  return {
    products: new Map(products.map(product => [product._id, product])),
    edits,
    categories: new Map(categories.map(({ slug, id }) => [slug, id])),
    media: idsByName(found),
    names: {
      categories: new Map(categories.map(({ id, name }) => [id, name])),
      media: new Map(found.map(({ id, name }) => [id, name])),
    },
  }
}

/** By product; of several rows of one the first counts, as the others are refused. */
function movementsAtExport(rows: TableRow[]): Map<string, number> {
  const movements = new Map<string, number>()
  for (const { cells } of rows) {
    const { movementAtExport = '', id = '' } = cells
    const product = id.toLowerCase()
    if (!isId(product) || movements.has(product)) continue
    if (isWhole(movementAtExport)) movements.set(product, Math.trunc(Number(movementAtExport)))
  }
  return movements
}

function findPictures(db: Database, called: string[]) {
  const names = [...new Set(called.filter(Boolean).map(name => name.toLowerCase()))]
  return db
    .selectFrom('media')
    .select(['id', 'name'])
    .where(({ or, eb }) =>
      or([
        eb('id', '=', sql<string>`any(${names.filter(isId)})`),
        eb(sql`lower(name)`, '=', sql`any(${names.filter(name => !isId(name))})`),
      ]),
    )
    .orderBy('id')
    .execute()
}

function idsByName(pictures: { id: string; name: string }[]): Known['media'] {
  const media = new Map<string, string[]>()
  for (const { id, name } of pictures) {
    const same = media.get(name.toLowerCase()) ?? []
    media.set(name.toLowerCase(), same.includes(id) ? same : [...same, id])
    media.set(id, [id])
  }
  return media
}
