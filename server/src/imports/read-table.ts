import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { formatCount, IMPORT_ROWS, storable } from '@mela/contract'
import { CsvError, parse } from 'csv-parse'
import { refused } from '../http/errors.ts'
import { READ_COLUMNS } from './columns.ts'
import { continuesProduct, grouped, type ProductRows, type TableRow } from './product-rows.ts'
import { continuesHandle, fromShopify, SHOPIFY_COLUMNS, withSkusOnce } from './shopify-rows.ts'

/** A description of 10,000 characters, in the HTML of an editor. */
const MOST_CHARACTERS = 100_000

/** The products of a CSV as spreadsheets write it; throws a refusal when the file as a whole is invalid. */
export async function readTable(bytes: Buffer): Promise<ProductRows[]> {
  if (!isUtf8(bytes))
    throw refused('This file is not UTF-8 text. Save it as “CSV UTF-8” and try again.', 'invalid_file')
  const records: { row: number; record: string[] }[] = []
  let head: string[] | undefined
  let row = 0
  for await (const record of readRecords(bytes)) {
    row += 1
    if (row > IMPORT_ROWS + 1)
      throw refused(`A file can have ${formatCount(IMPORT_ROWS)} rows at the most.`, 'invalid_file')
    if (!head) head = record
    else if (record.some(cell => cell.trim() !== '')) records.push({ row, record })
  }
  const products = productsIn(head ?? [], records)
  if (products.length === 0) throw refused('This file has no products in it.', 'invalid_file')
  return products
}

function productsIn(head: string[], records: { row: number; record: string[] }[]): ProductRows[] {
  if (head.some(name => plain(name) === 'title')) {
    const columns = columnsIn(head, SHOPIFY, () => undefined)
    return withSkusOnce(grouped(records.map(toRow(columns)), continuesHandle).map(fromShopify))
  }
  const columns = columnsIn(head, OURS, refuseColumn)
  const groups = grouped(records.map(toRow(columns)), continuesProduct)
  return groups.map(rows => ({ rows, isForeign: false, warnings: [] }))
}

async function* readRecords(bytes: Buffer): AsyncGenerator<string[]> {
  const parser = parse({ bom: true, delimiter: delimiterOf(bytes), relax_column_count: true })
  try {
    yield* Readable.from(slices(bytes)).pipe(parser)
  } catch (error) {
    if (error instanceof CsvError) throw refused(sentenceFor(error), 'invalid_file')
    throw error
  }
}

/** Yields to other requests while a large file is read. */
async function* slices(bytes: Buffer) {
  for (let i = 0; i < bytes.length; i += 65_536) {
    yield bytes.subarray(i, i + 65_536)
    await setImmediate()
  }
}

/** The delimiter between the column names; a comma in most countries, a semicolon or a tab in others. */
function delimiterOf(bytes: Buffer): string {
  const head = bytes.subarray(0, 1000).toString('utf8').split(/\r?\n/)[0] ?? ''
  const count = (delimiter: string) => head.split(delimiter).length
  return [',', ';', '\t'].reduce((most, delimiter) => (count(delimiter) > count(most) ? delimiter : most))
}

function sentenceFor({ code, lines }: CsvError): string {
  const where = `in line ${lines}`
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `A quotation mark is opened ${where} and never closed.`
  return `This file is not a table: there is a quotation mark ${where} where none can be.`
}

/** A column name, normalised. */
const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

const named = <Name extends string>(names: Iterable<[string, Name]>) =>
  new Map([...names].map(([name, column]) => [plain(name), column]))

const SHOPIFY = named(SHOPIFY_COLUMNS)
const columnNames = Object.entries(READ_COLUMNS) as [keyof typeof READ_COLUMNS, string][]
const OURS = named(
  columnNames.flatMap(([column, name]): [string, typeof column][] => [
    [column, column],
    [name, column],
  ]),
)

function refuseColumn(name: string): never {
  const columns = Object.values(READ_COLUMNS).join(', ')
  throw refused(`“${name.trim().slice(0, 40)}” is no column. Columns are ${columns}.`, 'invalid_file')
}

function columnsIn<Name extends string>(
  head: string[],
  names: Map<string, Name>,
  otherwise: (name: string) => undefined,
): (Name | undefined)[] {
  const columns = head.map(name => names.get(plain(name)) ?? otherwise(name))
  const twice = columns.findIndex((column, index) => column !== undefined && columns.indexOf(column) !== index)
  if (twice >= 0) throw refused(`The column ${head[columns.indexOf(columns[twice])]} is there twice.`, 'invalid_file')
  return columns
}

const toRow =
  <Name extends string>(columns: (Name | undefined)[]) =>
  ({ row, record }: { row: number; record: string[] }): TableRow<Name> => {
    const cells = columns.flatMap((column, i) => {
      const cell = storable(record[i] ?? '').replaceAll('\r\n', '\n')
      return column === undefined ? [] : [[column, cell.trim()]]
    })
    const surplus = record.slice(columns.length).filter(cell => cell.trim() !== '').length
    const isTooLong = record.some(cell => cell.length > MOST_CHARACTERS)
    return { row, cells: Object.fromEntries(cells), surplus, isTooLong }
  }
