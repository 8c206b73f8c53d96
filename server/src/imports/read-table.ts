import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { formatCount, IMPORT_ROWS, storable } from '@mela/contract'
import { CsvError, parse } from 'csv-parse'
import { refused } from '../http/errors.ts'
import { type Cells, COLUMNS, type Column } from './columns.ts'

export interface TableRow {
  /** The spreadsheet's row number; the first row holds the column names. */
  row: number
  cells: Cells
  /** The number of cells beyond the columns. */
  surplus: number
}

/** The longest cell is a description of 10,000 characters. */
const MOST_CHARACTERS = 20_000

/** Reads a product CSV as spreadsheets write it; throws a refusal when the file as a whole is invalid. */
export async function readTable(bytes: Buffer): Promise<TableRow[]> {
  if (!isUtf8(bytes))
    throw refused('This file is not UTF-8 text. Save it as “CSV UTF-8” and try again.', 'invalid_file')
  const rows: TableRow[] = []
  let columns: Column[] | undefined
  let row = 0
  for await (const record of readRecords(bytes)) {
    row += 1
    if (row > IMPORT_ROWS + 1)
      throw refused(`A file can have ${formatCount(IMPORT_ROWS)} rows at the most.`, 'invalid_file')
    if (record.some(cell => cell.length > MOST_CHARACTERS))
      throw refused(`A cell in row ${row} is too long.`, 'invalid_file')
    if (!columns) columns = columnsIn(record)
    else if (record.some(cell => cell.trim() !== '')) rows.push(toRow(columns, record, row))
  }
  if (rows.length === 0) throw refused('This file has no products in it.', 'invalid_file')
  return rows
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

const named = new Map(Object.entries(COLUMNS).flatMap(([key, name]) => [key, name].map(n => [plain(n), key as Column])))

/** A column name, normalised. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '')
}

function columnsIn(head: string[]): Column[] {
  const columns = head.map(name => {
    const column = named.get(plain(name))
    if (column) return column
    throw refused(
      `“${name.trim().slice(0, 40)}” is no column. Columns are ${Object.values(COLUMNS).join(', ')}.`,
      'invalid_file',
    )
  })
  const twice = columns.find((column, index) => columns.indexOf(column) !== index)
  if (twice) throw refused(`The column ${COLUMNS[twice]} is there twice.`, 'invalid_file')
  return columns
}

function toRow(columns: Column[], record: string[], row: number): TableRow {
  const cells = columns.map((column, i) => [
    column,
    storable(record[i] ?? '')
      .replaceAll('\r\n', '\n')
      .trim(),
  ])
  const surplus = record.slice(columns.length).filter(cell => cell.trim() !== '').length
  return { row, cells: Object.fromEntries(cells), surplus }
}
