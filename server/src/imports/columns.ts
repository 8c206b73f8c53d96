import { PRODUCT_LABELS } from '@mela/contract'
import type { FullProduct } from '../products/products.repository.ts'

/** The columns of a table of products, in their order; each has the name that the dashboard's form uses. */
export const COLUMNS = {
  id: 'Id',
  ...PRODUCT_LABELS,
} as const
export type Column = keyof typeof COLUMNS

/** What stands in the row of a product, by column; a table need not have all of them. */
export type Cells = Partial<Record<Column, string>>

/** Between the pictures of a gallery. */
export const GALLERY_SEPARATOR = '|'

export function cellsOf(product: FullProduct): Record<Column, string> {
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
  }
}

/** Spreadsheets run a cell that begins like this as a formula, whoever wrote it. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/

const guarded = (text: string) => (FORMULA.test(text) ? `'${text}` : text)

/** A text as it was before its table was written. */
export const unguarded = (cell: string) => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell)
