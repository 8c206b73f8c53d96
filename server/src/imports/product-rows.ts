import { formatCount } from '@mela/contract'
import { refused } from '../http/errors.ts'
import { type Cells, type Column, namesVariant } from './columns.ts'

export interface TableRow<Name extends string = Column> {
  /** The spreadsheet's row number; the first row holds the column names. */
  row: number
  cells: Partial<Record<Name, string>>
  /** The number of cells beyond the columns. */
  surplus: number
  /** True when a cell is longer than any field allows. */
  isTooLong: boolean
}

/** The rows of one product: the first has its own cells, each may name a variant. */
export interface ProductRows {
  rows: readonly [TableRow, ...TableRow[]]
  /** A file of another shop: it may lack pictures and stock. */
  isForeign: boolean
  /** Sentences about values of the product that are not imported. */
  warnings: string[]
  /** The name of the category to create if the shop has none of the categories in the product's cell. */
  newCategory?: string
}

/** Shopify allows 2,048 variants of a product. */
const MOST_ROWS = 2500

/** Lists of rows that follow each other and belong together. */
export async function* grouped<Row extends { row: number }>(
  rows: AsyncIterable<Row>,
  continues: (first: Row, row: Row) => boolean,
): AsyncGenerator<[Row, ...Row[]]> {
  let group: [Row, ...Row[]] | undefined
  for await (const row of rows) {
    if (!group || !continues(group[0], row)) {
      if (group) yield group
      group = [row]
    } else if (group.push(row) > MOST_ROWS) {
      throw refused(`The product in row ${group[0].row} has more than ${formatCount(MOST_ROWS)} rows.`, 'invalid_file')
    }
  }
  if (group) yield group
}

/** A later row of a product has the same id or handle, a variant and no name. */
export function continuesProduct({ cells: first }: { cells: Cells }, { cells }: { cells: Cells }): boolean {
  const isSame = (column: 'id' | 'handle') =>
    Boolean(cells[column]) && cells[column]?.toLowerCase() === first[column]?.toLowerCase()
  return (isSame('id') || (!cells.id && isSame('handle'))) && !cells.name && namesVariant(cells)
}

/** Whether a picture is named by a web address; such pictures are not fetched. */
export const isAddress = (called: string) => /^(https?:)?\/\//i.test(called)

export const addressesRefused = (count: number) =>
  `${count === 1 ? 'A picture is' : `${count} pictures are`} given by web address and not imported. Upload to Media, then choose ${count === 1 ? 'it' : 'them'} in the product or name ${count === 1 ? 'it' : 'them'} here.`
