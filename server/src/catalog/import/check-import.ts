import { type ProductImport, storable } from '@mela/contract'
import type { UploadedFile } from '../../media/uploads.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/ids.ts'
import { transact } from '../../platform/database/transact.ts'
import { withPauses } from '../../platform/runtime/repeat.ts'
import { listCategoryNames } from '../categories.ts'
import { checkProduct } from './check-product.ts'
import { type Cells, inRow, lackOf, NOTHING, READ_COLUMNS, unguarded } from './columns.ts'
import { showImport } from './imports.ts'
import { lookUp } from './lookups.ts'
import {
  categoryIds,
  categoryIn,
  categoryKey,
  type NewCategory,
  type ProductRows,
  UNCATEGORISED,
} from './product-cells.ts'
import { firstOf, readTable, toName } from './read-table.ts'

const AT_ONCE = 100

export async function checkTable(db: Database, actor: string, { name, bytes }: UploadedFile): Promise<ProductImport> {
  const table = await readTable(bytes)
  const { products, ignored, lacking } = table
  const isForeign = products.some(product => product.isForeign)
  const id = newId()
  await transact(db, async db => {
    const file_name = storable(storable(name).trim().slice(0, 120)) || 'products.csv'
    const row = { id, actor_id: actor, file_name, ignored: JSON.stringify(ignored), is_foreign: isForeign }
    await db.insertInto('imports').values(row).execute()
    const categories = await nameCategories(db, products)
    const seen = nothingSeen()
    for (let start = 0; start < products.length; start += AT_ONCE) {
      const part = products.slice(start, start + AT_ONCE)
      const known = await lookUp(db, part, categories)
      const checked: CheckedRow[] = []
      for await (const one of withPauses(part)) {
        const row = refuseRepeated(checkProduct(one, known, lacking), one, seen)
        checked.push(row)
        count(seen, row, one.rows[0].cells)
      }
      await insertRows(db, id, checked)
    }
    const { notes, lacking: lacks } = notesOf(table, seen, [...categories.added.values()])
    const found = { notes: JSON.stringify(notes), lacking: lacks }
    await db.updateTable('imports').set(found).where('id', '=', id).execute()
  })
  return showImport(db, id)
}

type CheckedRow = ReturnType<typeof checkProduct>
type Table = Awaited<ReturnType<typeof readTable>>
type Seen = ReturnType<typeof nothingSeen>

const nothingSeen = () => ({
  withoutActive: 0,
  namesakes: 0,
  refused: 0,
  names: new Map<string, { row: number; product: number }>(),
  products: new Map<string, number>(),
  categories: new Set<unknown>(),
  longPath: '',
})

function count(seen: Seen, { row, kind, productId, input }: CheckedRow, { isActive = '', category = '' }: Cells): void {
  if (kind === 'refused' && !productId) seen.refused += 1
  if (kind !== 'refused' && productId) seen.products.set(productId, row)
  if (input.namesake) seen.namesakes += 1
  if (kind === 'created' && isActive === '') seen.withoutActive += 1
  if (input.isUncategorised) return
  seen.categories.add(input.newCategory).add(input.newParent)
  if (input.newParent && category.split('>').length > 2) seen.longPath ||= category
}

function notesOf({ columns, lacking, notes }: Table, seen: Seen, newCategories: NewCategory[]) {
  const added = newCategories.filter(({ name }) => seen.categories.has(name))
  const flat = added.filter(({ isFlat }) => isFlat)
  const sentences = [
    added.length > 0 && `Adds ${added.length === 1 ? 'one category' : `${added.length} categories`}: ${named(added)}.`,
    seen.longPath !== '' &&
      `The shop has two levels of categories: of a path such as “${seen.longPath.slice(0, 200)}” the last two are taken.`,
    flat.length > 0 &&
      `The file puts these below several categories, or below one that is in another; they are added at the top: ${named(flat)}.`,
    seen.namesakes > 0 &&
      `New products with the name of a product that is there: ${seen.namesakes}. Importing them makes second ones.`,
    seen.withoutActive > 0 &&
      'New products of which the file does not say whether they are active are created inactive. After the import, choose them in the list of inactive products and activate them together.',
  ]
  return {
    notes: [...sentences.filter(sentence => typeof sentence === 'string'), ...notes],
    lacking: seen.refused > 0 && lacking.length > 0 ? [...lacking.map(lackOf), toName(columns, lacking)].join(' ') : '',
  }
}

const MOST_NAMED = 60

function named(categories: NewCategory[]): string {
  const names = categories.map(({ name, parent }) => (parent ? `“${name}” in “${parent}”` : `“${name}”`))
  return firstOf(names, MOST_NAMED)
}

const NAMES = ['id', 'handle', 'sku'] as const

function refuseRepeated(checked: CheckedRow, { rows }: ProductRows, seen: Seen): CheckedRow {
  const [{ row: product, cells: own }] = rows
  const errors: Record<string, string> = {}
  for (const { row, cells } of rows) {
    for (const column of NAMES) {
      const name = `${column}:${unguarded(cells[column] ?? '').toLowerCase()}`
      const other = seen.names.get(name)
      if (!other && cells[column] && cells[column] !== NOTHING) seen.names.set(name, { row, product })
      if (!other || other.product === product) continue
      errors[inRow(READ_COLUMNS[column], row, product)] =
        column === 'sku' ? `Row ${other.row} has this SKU.` : `This product stands in row ${other.row} already.`
    }
  }
  const other = seen.products.get(checked.productId ?? '')
  if (other && Object.keys(errors).length === 0)
    errors[foundBy(own)] =
      `This product stands in row ${other} already. Give both rows its Id (Export), and its name in the first alone.`
  if (Object.keys(errors).length === 0 || checked.errors[READ_COLUMNS.id]) return checked
  const productId = checked.kind === 'created' ? null : checked.productId
  return { ...checked, kind: 'refused', productId, errors: { ...checked.errors, ...errors } }
}

const foundBy = ({ id, handle }: Cells) => READ_COLUMNS[id ? 'id' : handle ? 'handle' : 'sku']

async function insertRows(db: Database, importId: string, rows: CheckedRow[]): Promise<void> {
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

export type Categories = Awaited<ReturnType<typeof nameCategories>>
type Wanted = Map<string, { name: string; parents: Map<string, string> }>

/** Those of the shop, and by their keys those that the file adds. */
async function nameCategories(db: Database, products: ProductRows[]) {
  const present = await listCategoryNames(db)
  const known = categoryIds(present)
  const wanted: Wanted = new Map()
  for await (const product of withPauses(products)) {
    const { newCategory = '', newParent } = product
    const { category = '' } = product.rows[0].cells
    if (category !== '' && categoryIn(category, known, product)) continue
    const name = category === '' ? UNCATEGORISED : newCategory
    const key = categoryKey(name)
    if (name === '' || (category === '' && known.byName.has(key))) continue
    const one = wanted.get(key) ?? { name, parents: new Map() }
    wanted.set(key, one)
    if (category !== '' && newParent) one.parents.set(categoryKey(newParent), newParent)
  }
  const children = new Set(present.flatMap(({ name, parent_id }) => (parent_id ? categoryKey(name) : [])))
  return { present, known, added: placed(wanted, known, children) }
}

/** There are two levels, so a parent must be in none. */
function placed(wanted: Wanted, known: ReturnType<typeof categoryIds>, children: Set<string>) {
  const all = [...wanted.values()]
  const above = new Map(all.flatMap(({ parents }) => (parents.size === 1 ? [...parents] : [])))
  const added = new Map<string, NewCategory>()
  for (const [key, { name, parents }] of wanted) {
    const [[parentKey, parent] = ['', '']] = parents
    const isIn = parents.size === 1 && parentKey !== key && !above.has(key) && !children.has(parentKey)
    if (isIn && !known.byName.has(parentKey) && !added.has(parentKey))
      added.set(parentKey, { id: newId(), name: wanted.get(parentKey)?.name ?? parent })
    const placedIn = isIn ? { parent } : { isFlat: parents.size > 0 }
    added.set(key, { ...(added.get(key) ?? { id: newId(), name }), ...placedIn })
  }
  return added
}
