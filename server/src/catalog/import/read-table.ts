import { setImmediate } from 'node:timers/promises'
import { FIELD_LABELS, formatCount, IMPORT_ROWS, storable } from '@mela/contract'
import { decodeHTMLStrict } from 'entities'
import { readAmounts } from '../../platform/csv/read-amounts.ts'
import { refused } from '../../platform/http/errors.ts'
import { withPauses } from '../../platform/runtime/repeat.ts'
import { AMOUNT_COLUMNS, type Column, NOTHING, namesVariant, READ_COLUMNS, type Required } from './columns.ts'
import { columnNamed, type Format, grouped, lastTwoOf, type ProductRows, type TableRow } from './product-cells.ts'
import { decodeText, readRecords, splitDelimiter } from './read-records.ts'
import { shopify } from './shopify-rows.ts'
import { wooCommerce } from './woocommerce-rows.ts'

/** A description of 10,000 characters, in the HTML of an editor. */
const MOST_CHARACTERS = 100_000
/** Shopify's have about fifty, and one for each metafield and market. */
const MOST_COLUMNS = 500
const MOST_BROKEN = 500
const LONGEST_NAME = 100
const REQUIRED: readonly Required[] = ['name', 'price']

type Table = Awaited<ReturnType<typeof readAs>>

/** Throws a refusal when the file as a whole is invalid. */
export async function readTable(bytes: Buffer): Promise<Table> {
  refuseOtherFile(bytes)
  const { delimiter, table } = splitDelimiter(decodeText(bytes))
  const records = readRecords(table, delimiter)
  const head: string[] = records.next().value?.cells ?? []
  if (head.length > MOST_COLUMNS) throw invalid(`A file can have ${MOST_COLUMNS} columns at the most.`)
  const found = await readFormat({ head, records, delimiter })
  if (found.products.length === 0) throw invalid('This file has no products in it.')
  return found
}

function refuseOtherFile(bytes: Buffer): void {
  const beginning = bytes.toString('latin1', 0, 4)
  if (beginning === 'PK\u0003\u0004' || beginning === '\u00d0\u00cf\u0011\u00e0')
    throw invalid('This is a spreadsheet file. Save it as CSV in your spreadsheet, then choose that file.')
  if (beginning === '%PDF') throw invalid('This is a PDF. Choose a CSV file.')
}

/** The names of the columns tell whose file it is. */
async function readFormat(file: CsvFile): Promise<Table> {
  const has = (name: string) => file.head.some(columnNamed({ name: [name] }))
  if (has('Regular price') && has('Name')) return readAs(wooCommerce, file)
  if (has('Title') && (has('Handle') || has('URL handle'))) return readAs(shopify, file)
  const found = await readAs(own, file)
  if (found.columns.some(name => ['name', 'id'].includes(own.columnOf(name) ?? ''))) return found
  throw invalid(`This file has no column “Name”. ${toName(found.columns, ['name'])}`)
}

const invalid = (message: string) => refused(message, 'invalid_file')

const MOST_NAMED = 40

export function toName(columns: readonly string[], lacking: readonly Required[]): string {
  const labels = lacking.map(field => FIELD_LABELS[field]).join(' and one ')
  return `Its columns are: ${firstOf(columns, MOST_NAMED)}; name one of them ${labels}.`
}

export const firstOf = (names: readonly string[], most: number) =>
  names.slice(0, most).join(', ') + (names.length > most ? ` and ${names.length - most} others` : '')

/** What people call these columns in lists of their own. */
const OTHER_NAMES: Partial<Record<string, string[]>> = { name: ['Title'], stock: ['Quantity', 'Qty'] }
const ownNames = Object.entries(READ_COLUMNS).map(([column, name]) => [
  column,
  [column, name, ...(OTHER_NAMES[column] ?? [])],
])

const own: Format<Column> = {
  columnOf: columnNamed(Object.fromEntries(ownNames) as Record<Column, string[]>),
  amounts: AMOUNT_COLUMNS,
  raw: Object.keys(READ_COLUMNS) as Column[],
  group: rows => grouped(rows, ({ cells }) => cells.id || cells.handle, continuesProduct),
  convert: ownProduct,
}

/** A later row of a product has the same id or handle, a variant and no name. */
function continuesProduct({ cells: first }: TableRow, { cells }: TableRow): boolean {
  const isSame = (column: 'id' | 'handle') =>
    Boolean(cells[column]) && cells[column]?.toLowerCase() === first[column]?.toLowerCase()
  return (isSame('id') || (!cells.id && isSame('handle'))) && !cells.name && namesVariant(cells)
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

interface CsvFile {
  head: string[]
  records: ReturnType<typeof readRecords>
  delimiter: string
}

async function readAs<Name extends string>(format: Format<Name>, { head, records, delimiter }: CsvFile) {
  const { known, ignored } = columnsIn(head, format.columnOf)
  const rows = await rowsIn(format, records, known, head.length)
  const amounts = known.filter(({ column }) => format.amounts.includes(column))
  const { read, notes } = readAmounts(
    amounts.map(({ column, name }) => ({ name, cells: rows.flatMap(({ cells }) => cells[column] || []) })),
    delimiter,
  )
  for (const { cells } of rows)
    for (const { column, name } of amounts) {
      const cell = cells[column]
      if (cell) cells[column] = read(name, cell)
    }
  const products: ProductRows[] = []
  const skus = new Map<string, number>()
  for await (const group of withPauses(format.group(rows))) products.push(withSkusOnce(format.convert(group), skus))
  const columns = head.map(shortName).filter(Boolean)
  const lacking = REQUIRED.filter(field => known.every(({ column }) => column !== field))
  return { products, columns, ignored, lacking, notes }
}

/** Shopify lets many variants of a file have one SKU; here the first one keeps it, and the others have none. */
function withSkusOnce(product: ProductRows, first: Map<string, number>): ProductRows {
  if (!product.isForeign) return product
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

function columnsIn<Name extends string>(head: string[], columnOf: Format<Name>['columnOf']) {
  const known = new Map<Name, { column: Name; name: string; index: number }>()
  const ignored = new Set<string>()
  for (const [index, cell] of head.entries()) {
    const column = columnOf(cell.trim())
    const first = column && known.get(column)
    if (first) throw invalid(`The column ${head[first.index]?.trim()} is there twice.`)
    if (column) known.set(column, { column, name: textOf(cell), index })
    else if (!isEmpty(cell)) ignored.add(shortName(cell))
  }
  return { known: [...known.values()], ignored: [...ignored] }
}

/** Other requests are answered between so many rows. */
const ROWS_AT_ONCE = 100

async function rowsIn<Name extends string>(
  { raw }: Format<Name>,
  records: CsvFile['records'],
  known: { column: Name; index: number }[],
  columns: number,
): Promise<TableRow<Name>[]> {
  const rows: TableRow<Name>[] = []
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
    const cells = known.map(({ column, index }) => {
      const cell = record[index] ?? ''
      return [column, textOf(raw.includes(column) ? cell : decodeEntities(cell))]
    })
    const surplus = record.slice(columns).filter(cell => !isEmpty(cell)).length
    const problem =
      (isBroken && `A quotation mark in row ${row} is opened and never closed.`) ||
      (surplus > 0 && `Row ${row} has ${surplus} cell(s) more than there are columns.`) ||
      (record.some(cell => cell.length > MOST_CHARACTERS) && `A cell in row ${row} is too long.`)
    rows.push({ row, cells: Object.fromEntries(cells), problem })
  }
  return rows
}

/** Other shops write '&amp;' for '&'; an '&' that no semicolon ends stays. */
const decodeEntities = (cell: string): string =>
  cell.includes('&') ? decodeHTMLStrict(cell).replaceAll('\u00a0', ' ') : cell

const isEmpty = (cell: string) => cell.trim() === ''

const textOf = (cell: string) => storable(cell.slice(0, MOST_CHARACTERS)).replaceAll('\r\n', '\n').trim()

const shortName = (name: string) => textOf(name).slice(0, LONGEST_NAME)
