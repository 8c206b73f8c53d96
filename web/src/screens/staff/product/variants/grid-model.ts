import { toCents } from '@mela/contract'
import { plainAmount } from '../../../../lib/staff-format.ts'
import { CELL_LABELS, type ProductValues, type VariantValues } from '../product-values.ts'

export const COLUMNS = [
  'media',
  'name',
  'sku',
  'barcode',
  'price',
  'salePrice',
  'stock',
  'content',
  'weight',
  'isActive',
] as const
export type Column = (typeof COLUMNS)[number]
export const COLUMN_LABELS: Record<Column, string> = { ...CELL_LABELS, name: 'Variant' }

export const TEXTS = ['sku', 'barcode', 'price', 'salePrice', 'stock', 'content', 'weight'] as const
type TextColumn = (typeof TEXTS)[number]
const WORDS: readonly TextColumn[] = ['sku', 'barcode', 'content']
export const isText = (column: Column): column is TextColumn => TEXTS.includes(column as TextColumn)

export interface Place {
  row: number
  column: number
}

/** The cells between two corners; `head` is the one with the focus. */
export interface Area {
  anchor: Place
  head: Place
}

export function edgesOf({ anchor, head }: Area) {
  return {
    top: Math.min(anchor.row, head.row),
    bottom: Math.max(anchor.row, head.row),
    left: Math.min(anchor.column, head.column),
    right: Math.max(anchor.column, head.column),
  }
}

export const isAmount = (column: Column) => isText(column) && !WORDS.includes(column)

const TRUE = /^(true|yes|active|on|1)$/i
const FALSE = /^(false|no|inactive|off|0)$/i

/** A row with a typed cell. With `onSale` false for the product, a sale price also puts the variant itself on sale. */
export function withCell(row: VariantValues, column: Column, typed: string, onSale: boolean): VariantValues {
  const text = typed.trim()
  if (column === 'isActive') {
    return TRUE.test(text) || FALSE.test(text) ? { ...row, isActive: TRUE.test(text) } : row
  }
  if (!isText(column)) return row
  const value = isAmount(column) ? plainAmount(text.replace(/^\$\s*/, '')) : text
  if (row[column] === value) return row
  const isOwnSale = column === 'salePrice' && Number(value) > 0 && !onSale
  return { ...row, [column]: value, ...(column === 'salePrice' && { onSale: isOwnSale || null }) }
}

export function textIn(row: VariantValues, column: Column): string {
  if (column === 'isActive') return row.isActive ? 'yes' : 'no'
  if (column === 'name') return Object.values(row.options).join(' / ')
  return column === 'media' ? '' : row[column]
}

type Edges = ReturnType<typeof edgesOf>
type EditCell = (row: VariantValues, column: Column, place: Place) => VariantValues

/** The rows with changed cells between the edges; a place counts from the upper left one. */
const editCells = (rows: VariantValues[], { top, bottom, left, right }: Edges, edit: EditCell) =>
  rows.map((row, index) => {
    if (index < top || index > bottom) return row
    return COLUMNS.slice(left, right + 1).reduce(
      (row, name, column) => edit(row, name, { row: index - top, column }),
      row,
    )
  })

/** Fills each column of the area with its first cell; an area of one row is filled from the row above. */
export function fillDown(rows: VariantValues[], area: Area, onSale: boolean): VariantValues[] {
  const edges = edgesOf(area)
  const source = rows[edges.top === edges.bottom ? edges.top - 1 : edges.top]
  if (!source) return rows
  return editCells(rows, edges, (row, column) =>
    column === 'media' ? { ...row, media: source.media } : withCell(row, column, textIn(source, column), onSale),
  )
}

export const clear = (rows: VariantValues[], area: Area, onSale: boolean): VariantValues[] =>
  editCells(rows, edgesOf(area), (row, column) => {
    if (column === 'media') return { ...row, media: '' }
    return isText(column) ? withCell(row, column, column === 'stock' ? '0' : '', onSale) : row
  })

export function copied(rows: VariantValues[], area: Area): string {
  const { top, bottom, left, right } = edgesOf(area)
  const columns = COLUMNS.slice(left, right + 1)
  return rows
    .slice(top, bottom + 1)
    .map(row => columns.map(column => textIn(row, column)).join('\t'))
    .join('\n')
}

/** Cells of a spreadsheet: tabs between columns, line ends between rows; a cell with either is quoted. */
export function parseCells(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === '') break
    if (end !== '\t') rows.push([])
  }
  const last = rows.at(-1)
  return last?.length === 1 && last[0] === '' ? rows.slice(0, -1) : rows
}

/** Pastes cells from the area's first one on, or one cell into all of it; `left` counts the rows without a variant. */
export function paste(rows: VariantValues[], area: Area, text: string, onSale: boolean) {
  const cells = parseCells(text)
  const isOne = cells.length === 1 && cells[0]?.length === 1
  const selected = edgesOf(area)
  const { top, left } = selected
  const bottom = Math.min(rows.length, top + Math.max(1, cells.length)) - 1
  const right = Math.min(COLUMNS.length, left + Math.max(1, ...cells.map(({ length }) => length))) - 1
  const edges = isOne ? selected : { top, bottom, left, right }
  const pasted = editCells(rows, edges, (row, column, place) => {
    const cell = isOne ? cells[0]?.[0] : cells[place.row]?.[place.column]
    return cell === undefined ? row : withCell(row, column, cell, onSale)
  })
  return {
    rows: pasted,
    area: { anchor: { row: top, column: left }, head: { row: edges.bottom, column: edges.right } },
    left: isOne ? 0 : Math.max(0, top + cells.length - rows.length),
  }
}

type ProductPrices = Pick<ProductValues, 'price' | 'salePrice' | 'onSale'>

/** A bulk value for one row: '+5' and '-5' change its stock or amount, and a SKU gets the row's options appended. */
export function bulkText(row: VariantValues, column: Column, typed: string, product: ProductPrices): string {
  const text = typed.trim()
  if (column === 'sku') return text && [text, ...Object.values(row.options).map(skuPart)].join('-')
  if (!isAmount(column)) return text
  const [, sign, amount] = /^([+-])\s*(\d+(?:\.\d+)?)$/.exec(text) ?? []
  const present = isText(column) ? row[column] || inherited(row, column, product) : ''
  if (amount === undefined || present === '') return text
  const cents = toCents(Number(present)) + toCents(Number(amount)) * (sign === '+' ? 1 : -1)
  return String(Math.max(0, cents) / 100)
}

function inherited(row: VariantValues, column: TextColumn, { price, salePrice, onSale }: ProductPrices): string {
  if (column === 'price') return price
  if (column !== 'salePrice') return ''
  return onSale && Number(salePrice) > 0 ? salePrice : row.price || price
}

const skuPart = (value: string) => value.toUpperCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

export const moveRow = (rows: VariantValues[], from: number, to: number): VariantValues[] => {
  const row = rows[from]
  return row && to >= 0 && to < rows.length ? rows.toSpliced(from, 1).toSpliced(to, 0, row) : rows
}
