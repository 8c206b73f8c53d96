import { setImmediate } from 'node:timers/promises'
import { FIELD_LABELS, formatCount, IMPORT_ROWS, storable } from '@mela/contract'
import { readAmounts } from '../../platform/csv/read-amounts.ts'
import { refused } from '../../platform/http/errors.ts'
import { withPauses } from '../../platform/runtime/repeat.ts'
import { AMOUNT_COLUMNS, type Column, lackingIn, NOTHING, READ_COLUMNS, type Required } from './columns.ts'
import {
  columnNamed,
  continuesProduct,
  type ForeignFormat,
  grouped,
  LONGEST_NAME,
  lastTwoOf,
  type ProductRows,
  plainName,
  type TableRow,
} from './product-cells.ts'
import { type CsvRecord, decodeEntities, decodeText, otherFile, readRecords, splitDelimiter } from './read-records.ts'
import { shopify } from './shopify-rows.ts'
import { wooCommerce } from './woocommerce-rows.ts'

/** A description of 10,000 characters, in the HTML of an editor. */
const MOST_CHARACTERS = 100_000
/** Shopify's have about fifty, and one for each metafield and market. */
const MOST_COLUMNS = 500
const MOST_BROKEN = 500

export interface Table {
  products: ProductRows[]
  isForeign: boolean
  /** Required fields that no column has are named, too. */
  columns: string[]
  ignored: string[]
  lacking: Required[]
  notes: string[]
}

/** Throws a refusal when the file as a whole is invalid. */
export async function readTable(bytes: Buffer): Promise<Table> {
  const other = otherFile(bytes)
  if (other) throw invalid(other)
  const { delimiter, table } = splitDelimiter(decodeText(bytes))
  const records = readRecords(table, delimiter)
  const head: string[] = records.next().value?.cells ?? []
  if (head.length > MOST_COLUMNS) throw invalid(`A file can have ${MOST_COLUMNS} columns at the most.`)
  const found = await productsIn(head, records, delimiter)
  if (found.products.length === 0) throw invalid('This file has no products in it.')
  return found
}

const invalid = (message: string) => refused(message, 'invalid_file')

async function productsIn(head: string[], records: Iterable<CsvRecord>, delimiter: string): Promise<Table> {
  const has = (name: string) => head.some(one => plainName(one) === plainName(name))
  const readForeign = async <Name extends string>(format: ForeignFormat<Name>): Promise<Table> => {
    const { rows, ...rest } = await readRows(head, records, delimiter, {
      ...format,
      textOf: (column, cell) => (format.html.includes(column) ? cell : decodeEntities(cell)),
    })
    return { ...rest, isForeign: true, products: await converted(format.group(rows), format.convert) }
  }
  if (has('Regular price') && has('Name')) return readForeign(wooCommerce)
  if (has('Title') && (has('Handle') || has('URL handle'))) return readForeign(shopify)

  const columnOf = columnNamed(OWN_NAMES)
  const { rows, ...rest } = await readRows<Column>(head, records, delimiter, {
    columnOf,
    amounts: AMOUNT_COLUMNS,
    textOf: (_, cell) => cell,
  })
  if (!rest.columns.some(name => ['name', 'id'].includes(columnOf(name) ?? '')))
    throw invalid(`This file has no column “Name”. ${toName(rest.columns, ['name'])}`)
  const groups = grouped(rows, ({ cells }) => cells.id || cells.handle, continuesProduct)
  return { ...rest, isForeign: false, products: groups.map(ownProduct) }
}

/** What people call these columns in lists of their own. */
const OTHER_NAMES: Partial<Record<Column, string[]>> = { name: ['Title'], stock: ['Quantity', 'Qty'] }
const OWN_NAMES = Object.fromEntries(
  (Object.entries(READ_COLUMNS) as [Column, string][]).map(([column, name]) => [
    column,
    [column, name, ...(OTHER_NAMES[column] ?? [])],
  ]),
) as Record<Column, string[]>

const MOST_NAMED = 40

export function toName(columns: readonly string[], lacking: readonly Required[]): string {
  const others = columns.length - MOST_NAMED
  const named = columns.slice(0, MOST_NAMED).join(', ')
  const labels = lacking.map(field => FIELD_LABELS[field]).join(' and one ')
  return `Its columns are: ${named}${others > 0 ? ` and ${others} others` : ''}; name one of them ${labels}.`
}

/** An own product without an id may name a category that the shop has not yet, and comes from another program. */
function ownProduct(given: ProductRows['rows']): ProductRows {
  const [first, ...rest] = given
  if (first.cells.id) return { rows: given, isForeign: false, warnings: [] }
  const rows = [withPlainText(first), ...rest.map(withPlainText)] as const
  return { rows, isForeign: false, warnings: [], ...lastTwoOf(rows[0].cells.category) }
}

const withPlainText = ({ cells, ...row }: TableRow): TableRow => ({
  ...row,
  cells: Object.fromEntries(Object.entries(cells).map(([column, cell]) => [column, storable(decodeEntities(cell))])),
})

async function converted<Group>(groups: Group[], convert: (group: Group) => ProductRows): Promise<ProductRows[]> {
  const products: ProductRows[] = []
  const withSkusOnce = keepSkusOnce()
  for await (const group of withPauses(groups)) products.push(withSkusOnce(convert(group)))
  return products
}

/** Shopify lets many variants of a file have one SKU; here the first one keeps it, and the others have none. */
function keepSkusOnce() {
  const first = new Map<string, number>()
  return (product: ProductRows): ProductRows => {
    const warnings = new Set(product.warnings)
    for (const { row, cells } of product.rows) {
      const { sku = '' } = cells
      const keeper = first.get(sku.toLowerCase()) ?? row
      first.set(sku.toLowerCase(), keeper)
      if (sku === '' || sku === NOTHING || keeper === row) continue
      cells.sku = ''
      warnings.add(`Several variants have the SKU “${sku.slice(0, 80)}”: the one in row ${keeper} keeps it.`)
    }
    return { ...product, warnings: [...warnings] }
  }
}

interface Columns<Name extends string> {
  known: { column: Name; index: number }[]
  ignored: string[]
  count: number
}

function columnsIn<Name extends string>(head: string[], columnOf: (name: string) => Name | undefined): Columns<Name> {
  const known = new Map<Name, number>()
  const ignored = new Set<string>()
  for (const [index, name] of head.entries()) {
    const column = columnOf(name.trim())
    const first = column && known.get(column)
    if (first !== undefined) throw invalid(`The column ${head[first]?.trim()} is there twice.`)
    if (column) known.set(column, index)
    else if (!isEmpty(name)) ignored.add(textOf(name).slice(0, LONGEST_NAME))
  }
  return { known: [...known].map(([column, index]) => ({ column, index })), ignored: [...ignored], count: head.length }
}

type TextOf<Name> = (column: Name, cell: string) => string

async function readRows<Name extends string>(
  head: string[],
  records: Iterable<CsvRecord>,
  delimiter: string,
  { columnOf, amounts, textOf: written }: Pick<ForeignFormat<Name>, 'columnOf' | 'amounts'> & { textOf: TextOf<Name> },
) {
  const { known, ignored, count } = columnsIn(head, columnOf)
  const rows: TableRow<Name>[] = []
  for await (const row of rowsIn(records, known, count, written)) rows.push(row)
  const columns = known.filter(({ column }) => amounts.includes(column))
  const nameOf = new Map(columns.map(({ column, index }) => [column, textOf(head[index])]))
  const { read, notes } = readAmounts(
    columns.map(({ column }) => ({
      name: nameOf.get(column) ?? column,
      cells: rows.flatMap(({ cells }) => cells[column] ?? []).filter(Boolean),
    })),
    delimiter,
  )
  for (const { cells } of rows)
    for (const [column, name] of nameOf) {
      const cell = cells[column]
      if (cell) cells[column] = read(name, cell)
    }
  const columnNames = head.map(name => textOf(name).slice(0, LONGEST_NAME)).filter(Boolean)
  return { rows, columns: columnNames, ignored, lacking: lackingIn(known.map(({ column }) => column)), notes }
}

/** Other requests are answered between so many rows. */
const ROWS_AT_ONCE = 100

async function* rowsIn<Name extends string>(
  records: Iterable<CsvRecord>,
  known: Columns<Name>['known'],
  count: number,
  written: TextOf<Name>,
): AsyncGenerator<TableRow<Name>> {
  let row = 1
  let broken = 0
  for (const { cells: record, isBroken } of records) {
    row += 1
    if (row % ROWS_AT_ONCE === 0 || isBroken) await setImmediate()
    if (row > IMPORT_ROWS + 1) throw invalid(`A file can have ${formatCount(IMPORT_ROWS)} rows at the most.`)
    if (isBroken) broken += 1
    if (broken > MOST_BROKEN)
      throw invalid('This file is not a table: too many quotation marks in it are never closed.')
    if (record.length > MOST_COLUMNS) throw invalid(`A file can have ${MOST_COLUMNS} columns at the most.`)
    if (record.every(isEmpty)) continue
    const cells = known.map(({ column, index }) => [column, textOf(written(column, record[index] ?? ''))])
    const surplus = record.slice(count).filter(cell => !isEmpty(cell)).length
    const isTooLong = record.some(cell => cell.length > MOST_CHARACTERS)
    yield { row, cells: Object.fromEntries(cells), surplus, isTooLong, isBroken }
  }
}

const isEmpty = (cell: string) => cell.trim() === ''

const textOf = (cell = '') => storable(cell.slice(0, MOST_CHARACTERS)).replaceAll('\r\n', '\n').trim()
