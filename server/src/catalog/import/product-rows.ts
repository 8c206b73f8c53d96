import { formatCount } from '@mela/contract'
import { refused } from '../../platform/http/errors.ts'
import { type Cells, type Column, namesVariant } from './columns.ts'

export interface TableRow<Name extends string = Column> {
  /** The spreadsheet's number; row 1 holds the column names. */
  row: number
  cells: Partial<Record<Name, string>>
  /** The number of cells beyond the columns. */
  surplus: number
  isTooLong: boolean
  /** True when a quotation mark in it is never closed. */
  isBroken: boolean
}

/** The first row has the product's own cells, each may name a variant. */
export interface ProductRows {
  rows: readonly [TableRow, ...TableRow[]]
  isForeign: boolean
  warnings: string[]
  refusal?: string
  /** The import creates it if the shop has none of the categories in the cell. */
  newCategory?: string
  newParent?: string
  alts?: Record<string, string>
}

/** Shopify allows 2,048 variants of a product. */
const MOST_ROWS = 2500

/** Rows of a product need not stand together. */
export function grouped<Row extends { row: number }>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | undefined,
  continues: (first: Row, row: Row) => boolean,
): [Row, ...Row[]][] {
  const groups: [Row, ...Row[]][] = []
  const last = new Map<string, [Row, ...Row[]]>()
  for (const row of rows) {
    const key = keyOf(row)?.toLowerCase() ?? ''
    const group = last.get(key)
    if (key !== '' && group && continues(group[0], row)) {
      if (group.push(row) > MOST_ROWS)
        throw refused(
          `The product in row ${group[0].row} has more than ${formatCount(MOST_ROWS)} rows.`,
          'invalid_file',
        )
      continue
    }
    const begun: [Row, ...Row[]] = [row]
    groups.push(begun)
    if (!group) last.set(key, begun)
  }
  return groups
}

/** A later row of a product has the same id or handle, a variant and no name. */
export function continuesProduct({ cells: first }: { cells: Cells }, { cells }: { cells: Cells }): boolean {
  const isSame = (column: 'id' | 'handle') =>
    Boolean(cells[column]) && cells[column]?.toLowerCase() === first[column]?.toLowerCase()
  return (isSame('id') || (!cells.id && isSame('handle'))) && !cells.name && namesVariant(cells)
}

/** What another shop sells without counting units has none here. */
export function uncountedIn(shop: string, uncounted: number, all: number): string[] {
  if (uncounted === 0) return []
  return uncounted === all
    ? [`${shop} sells it without counting units: here it is out of stock until you say how many there are.`]
    : [
        `${shop} sells ${uncounted} of its ${all} variants without counting units: here they are out of stock until you say how many there are.`,
      ]
}

/** Such pictures are fetched after the import. */
export const isAddress = (called: string) => /^(https?:)?\/\//i.test(called)

/** The shop has two levels of categories, so 'Drinks > Tea > Green' gives the last two. */
export function lastTwoOf(path = ''): Pick<ProductRows, 'newCategory' | 'newParent'> {
  const names = path.split('>').map(categoryNameIn).filter(Boolean)
  const [newCategory, newParent] = names.slice(-2).reverse()
  return { ...(newCategory && { newCategory }), ...(newParent && { newParent }) }
}

/** Names are compared and kept in this form. */
export const categoryNameIn = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 80).trim()
