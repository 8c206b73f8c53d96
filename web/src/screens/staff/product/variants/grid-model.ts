import { toCents } from '@mela/contract'
import { plainAmount } from '../../../../lib/format.ts'
import type { ProductValues } from '../product-values.ts'
import type { VariantValues } from '../variant-values.ts'

export const COLUMNS = ['media', 'name', 'sku', 'barcode', 'price', 'salePrice', 'stock', 'isActive'] as const
export type Column = (typeof COLUMNS)[number]

const TEXTS = ['sku', 'barcode', 'price', 'salePrice', 'stock'] as const
type TextColumn = (typeof TEXTS)[number]
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

export const isAmount = (column: Column) => column === 'price' || column === 'salePrice' || column === 'stock'

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

const change = (
  rows: VariantValues[],
  from: number,
  to: number,
  edit: (row: VariantValues, index: number) => VariantValues,
) => rows.map((row, index) => (index >= from && index <= to ? edit(row, index) : row))

/** Fills each column of the area with its first cell; an area of one row is filled from the row above. */
export function fillDown(rows: VariantValues[], area: Area, onSale: boolean): VariantValues[] {
  const { top, bottom, left, right } = edgesOf(area)
  const source = rows[top === bottom ? top - 1 : top]
  if (!source) return rows
  const columns = COLUMNS.slice(left, right + 1)
  return change(rows, top, bottom, row => columns.reduce((row, column) => copyCell(source, row, column, onSale), row))
}

function copyCell(source: VariantValues, row: VariantValues, column: Column, onSale: boolean): VariantValues {
  if (column === 'media') return { ...row, media: source.media }
  return withCell(row, column, textIn(source, column), onSale)
}

export const clear = (rows: VariantValues[], area: Area, onSale: boolean): VariantValues[] => {
  const { top, bottom, left, right } = edgesOf(area)
  const columns = COLUMNS.slice(left, right + 1)
  const cleared = (row: VariantValues, column: Column) =>
    column === 'media'
      ? { ...row, media: '' }
      : isText(column)
        ? withCell(row, column, column === 'stock' ? '0' : '', onSale)
        : row
  return change(rows, top, bottom, row => columns.reduce(cleared, row))
}

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
  const edges = edgesOf(area)
  const isOne = cells.length === 1 && cells[0]?.length === 1
  const width = Math.max(0, ...cells.map(({ length }) => length))
  const bottom = isOne ? edges.bottom : Math.min(rows.length, edges.top + cells.length) - 1
  const right = isOne ? edges.right : Math.min(COLUMNS.length, edges.left + width) - 1
  const columns = COLUMNS.slice(edges.left, right + 1)
  const pasted = change(rows, edges.top, bottom, (row, index) => {
    const line = (isOne ? cells[0] : cells[index - edges.top]) ?? []
    return columns.reduce((row, column, at) => {
      const cell = isOne ? line[0] : line[at]
      return cell === undefined ? row : withCell(row, column, cell, onSale)
    }, row)
  })
  const filled: Area = {
    anchor: { row: edges.top, column: edges.left },
    head: { row: Math.max(bottom, edges.top), column: Math.max(right, edges.left) },
  }
  return { rows: pasted, area: filled, left: isOne ? 0 : Math.max(0, edges.top + cells.length - rows.length) }
}

type ProductPrices = Pick<ProductValues, 'price' | 'salePrice' | 'onSale'>

/** A bulk value for one row: '+5' and '-5' change its stock or amount, and a SKU gets the row's options appended. */
export function bulkText(row: VariantValues, column: Column, typed: string, product: ProductPrices): string {
  const text = typed.trim()
  if (column === 'sku') return text && [text, ...Object.values(row.options).map(skuPart)].join('-')
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
