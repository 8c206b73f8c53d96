import { PRODUCT_LABELS } from '@mela/contract'
import type { FullProduct } from '../products/products.repository.ts'

/** The columns of a product CSV, in order; named like the dashboard's form fields. */
export const COLUMNS = {
  id: 'Id',
  ...PRODUCT_LABELS,
  /** At the export: the stock, and the last row of the ledger behind it. */
  stockAtExport: 'Stock at export',
  movementAtExport: 'Movement at export',
} as const
export type Column = keyof typeof COLUMNS

/** A product's row by column; a file may lack columns. */
export type Cells = Partial<Record<Column, string>>

/** Between the pictures of a gallery. */
export const GALLERY_SEPARATOR = '|'

export function cellsOf(product: FullProduct, movement: number): Record<Column, string> {
  const yesOrNo = (value: boolean) => (value ? 'yes' : 'no')
  return {
    id: product._id,
    name: guarded(product.name),
    description: guarded(product.description),
    price: product.price.toFixed(2),
    onSale: yesOrNo(product.onSale),
    salePrice: product.salePrice.toFixed(2),
    stock: String(product.stock),
    isActive: yesOrNo(product.isActive),
    category: product.category.slug,
    thumbnail: product.thumbnail?._id ?? '',
    gallery: product.gallery.map(({ _id }) => _id).join(GALLERY_SEPARATOR),
    stockAtExport: String(product.stock),
    movementAtExport: String(movement),
  }
}

/** Spreadsheets run a cell that begins like this as a formula. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/

const guarded = (text: string) => (FORMULA.test(text) ? `'${text}` : text)

/** A text as it was before the export. */
export const unguarded = (cell: string) => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell)
