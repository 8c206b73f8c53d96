import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { formatCount, IMPORT_ROWS, storable } from '@mela/contract'
import { CsvError, parse } from 'csv-parse'
import { refused } from '../http/errors.ts'
import { READ_COLUMNS } from './columns.ts'
import { continuesProduct, grouped, type ProductRows, type TableRow } from './product-rows.ts'
import { continuesHandle, fromShopify, keepSkusOnce, SHOPIFY_COLUMNS } from './shopify-rows.ts'

/** A description of 10,000 characters, in the HTML of an editor. */
const MOST_CHARACTERS = 100_000
const MOST_CHARACTERS_OF_ROW = 1_000_000
/** Shopify's have about fifty, and one for each metafield and market. */
const MOST_COLUMNS = 500

/** The products of a CSV as spreadsheets write it; throws a refusal when the file as a whole is invalid. */
export async function readTable(bytes: Buffer): Promise<ProductRows[]> {
  if (!isUtf8(bytes)) throw invalid('This file is not UTF-8 text. Save it as “CSV UTF-8” and try again.')
  const records = readRecords(bytes)
  const { value: head = [] } = await records.next()
  const products: ProductRows[] = []
  for await (const product of productsIn(head, records)) products.push(product)
  if (products.length === 0) throw invalid('This file has no products in it.')
  return products
}

const invalid = (message: string) => refused(message, 'invalid_file')

type Records = AsyncIterable<string[]>

async function* productsIn(head: string[], records: Records): AsyncGenerator<ProductRows> {
  if (head.some(name => plain(name) === 'title')) {
    const columns = columnsIn(head, SHOPIFY, () => undefined)
    const rows = rowsIn(records, columns)
    const withSkusOnce = keepSkusOnce()
    for await (const group of grouped(rows, continuesHandle)) yield withSkusOnce(fromShopify(group))
  } else {
    const groups = grouped(rowsIn(records, columnsIn(head, OURS, refuseColumn)), continuesProduct)
    for await (const rows of groups) yield { rows, isForeign: false, warnings: [] }
  }
}

async function* readRecords(bytes: Buffer): AsyncGenerator<string[], undefined> {
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(bytes),
    relax_column_count: true,
    max_record_size: MOST_CHARACTERS_OF_ROW,
    cast: (cell, { index }) => (index < MOST_COLUMNS ? cell : refuseWidth()),
  })
  try {
    yield* Readable.from(slices(bytes)).pipe(parser)
  } catch (error) {
    if (error instanceof CsvError) throw invalid(sentenceFor(error))
    throw error
  }
}

function refuseWidth(): never {
  throw invalid(`A file can have ${MOST_COLUMNS} columns at the most.`)
}

/** Bytes between pauses. For each row with too many or too few cells the parser takes 20 microseconds for an error. */
const SLICE_BYTES = 2048

/** Yields to other requests while a large file is read. */
async function* slices(bytes: Buffer) {
  for (let i = 0; i < bytes.length; i += SLICE_BYTES) {
    yield bytes.subarray(i, i + SLICE_BYTES)
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
  if (code === 'CSV_MAX_RECORD_SIZE')
    return `The row in line ${lines} is too long, or a quotation mark in it is never closed.`
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `A quotation mark is opened ${where} and never closed.`
  return `This file is not a table: there is a quotation mark ${where} where none can be.`
}

const LONGEST_NAME = 100

/** A column name, normalised. */
const plain = (name: string) =>
  name
    .toLowerCase()
    .slice(0, LONGEST_NAME)
    .replace(/[^a-z0-9]/g, '')

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
  throw invalid(`“${name.trim().slice(0, 40)}” is no column. Columns are ${columns}.`)
}

/** The columns that are known, and the number of all. */
interface Columns<Name extends string> {
  known: { column: Name; index: number }[]
  count: number
}

function columnsIn<Name extends string>(
  head: string[],
  names: Map<string, Name>,
  otherwise: (name: string) => undefined,
): Columns<Name> {
  const known = new Map<Name, number>()
  for (const [index, name] of head.entries()) {
    const column = names.get(plain(name)) ?? otherwise(name)
    const first = column && known.get(column)
    if (first !== undefined) throw invalid(`The column ${head[first]} is there twice.`)
    if (column) known.set(column, index)
  }
  return { known: [...known].map(([column, index]) => ({ column, index })), count: head.length }
}

async function* rowsIn<Name extends string>(
  records: Records,
  { known, count }: Columns<Name>,
): AsyncGenerator<TableRow<Name>> {
  let row = 1
  for await (const record of records) {
    row += 1
    if (row > IMPORT_ROWS + 1) throw invalid(`A file can have ${formatCount(IMPORT_ROWS)} rows at the most.`)
    if (record.every(isEmpty)) continue
    const cells = known.map(({ column, index }) => [column, textOf(record[index])])
    const surplus = record.slice(count).filter(cell => !isEmpty(cell)).length
    const isTooLong = record.some(cell => cell.length > MOST_CHARACTERS)
    yield { row, cells: Object.fromEntries(cells), surplus, isTooLong }
  }
}

const isEmpty = (cell: string) => cell.trim() === ''

const textOf = (cell = '') => storable(cell.slice(0, MOST_CHARACTERS)).replaceAll('\r\n', '\n').trim()
