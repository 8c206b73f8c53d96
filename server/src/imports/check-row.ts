import { type FieldChange, productInput, type RowKind } from '@mela/contract'
import { inWords, type Names } from '../catalog-admin/change-summary.ts'
import { type Fields, fieldsOf, whatChanged } from '../catalog-admin/product-fields.ts'
import { newId } from '../database/ids.ts'
import type { FullProduct } from '../products/products.repository.ts'
import { type Cells, COLUMNS, type Column, GALLERY_SEPARATOR, unguarded } from './columns.ts'
import type { TableRow } from './read-table.ts'
import { stockNow } from './stock-at-export.ts'

/** The references in a file's rows. */
export interface Known {
  products: Map<string, FullProduct>
  /** Staff's changes of each product's stock since its row was exported. */
  edits: Map<string, number>
  /** Ids by slug. */
  categories: Map<string, string>
  /** Ids by lower-cased picture name, and by id. */
  media: Map<string, string[]>
  names: Names
}

export interface CheckedRow {
  row: number
  kind: RowKind
  productId: string | null
  name: string
  input: Record<string, unknown>
  changes: FieldChange[]
  errors: Record<string, string>
}

/** What an import would do with a row. Empty cells keep the product's value, or take the default of a new one. */
export function checkRow({ row, cells, surplus }: TableRow, known: Known): CheckedRow {
  const id = cells.id?.toLowerCase() ?? ''
  const product = known.products.get(id)
  const name = (cells.name || product?.name || '').slice(0, 200)
  const refuse = (errors: Record<string, string>): CheckedRow => ({
    ...{ row, kind: 'refused', productId: product?._id ?? null, name, input: {}, changes: [], errors },
  })
  if (surplus > 0) return refuse({ '': `This row has ${surplus} cell(s) more than there are columns.` })
  if (id !== '' && !product) return refuse({ [COLUMNS.id]: 'Product not found.' })

  const stock = product ? stockNow(cells, product, known.edits.get(id) ?? 0) : { stock: cells.stock, errors: {} }
  const { sent, errors } = fieldsIn({ ...cells, stock: stock.stock ?? '' }, known)
  Object.assign(errors, stock.errors)
  const before = product && fieldsOf(product)
  const { success, data, error } = productInput.safeParse({ ...before, ...sent })
  for (const { path, message } of error?.issues ?? []) errors[COLUMNS[path[0] as Column] ?? ''] ??= message
  if (product && product.variants.length > 1 && success && data.stock !== product.stock)
    errors[COLUMNS.stock] ??= 'The stock of this product is set for each of its variants.'
  if (!success || Object.keys(errors).length > 0) return refuse(errors)

  const fields = { options: [], variants: [], ...data }
  if (!before) return { row, kind: 'created', productId: newId(), name, ...created(fields, known.names), errors }
  const { kind, ...change } = updated(product, before, fields, known.names)
  return { row, kind, productId: product._id, name, ...change, errors }
}

function created(input: Fields, names: Names) {
  return { input, changes: inWords({}, input, names) }
}

/** Only differences are sent, with the checked version: later changes are not overwritten (B92). */
function updated({ version, stock }: FullProduct, fields: Fields, input: Fields, names: Names) {
  const { before, after } = whatChanged(fields, input)
  const kind: RowKind = Object.keys(after).length > 0 ? 'updated' : 'unchanged'
  const base = after.stock === undefined ? {} : { baseStock: stock }
  return { kind, input: { ...after, ...base, version }, changes: inWords(before, after, names) }
}

const YES_OR_NO: Record<string, boolean> = { yes: true, true: true, '1': true, no: false, false: false, '0': false }

/** The cells' values as the form would send them. */
function fieldsIn({ id: _, stockAtExport: __, movementAtExport: ___, ...cells }: Cells, { categories, media }: Known) {
  const sent: Record<string, unknown> = {}
  const errors: Record<string, string> = {}
  const pictureOf = (column: 'thumbnail' | 'gallery', called: string) => {
    const ids = media.get(called.toLowerCase()) ?? []
    if (ids.length === 0) errors[COLUMNS[column]] ??= `There is no picture “${called.slice(0, 60)}”.`
    if (ids.length > 1) errors[COLUMNS[column]] ??= `Several pictures are called “${called.slice(0, 60)}”. Use the id.`
    return ids[0]
  }
  const yesOrNo = (column: 'onSale' | 'isActive', cell: string) => {
    const value = YES_OR_NO[cell.toLowerCase()]
    if (value === undefined) errors[COLUMNS[column]] = 'This must be yes or no.'
    return value
  }
  const read: Record<Exclude<Column, 'id' | 'stockAtExport' | 'movementAtExport'>, (cell: string) => unknown> = {
    name: unguarded,
    description: unguarded,
    price: cell => cell,
    salePrice: cell => cell,
    stock: cell => cell,
    onSale: cell => yesOrNo('onSale', cell),
    isActive: cell => yesOrNo('isActive', cell),
    category: cell => {
      const id = categories.get(cell.toLowerCase())
      if (!id) errors[COLUMNS.category] = `There is no category “${cell.slice(0, 80)}”.`
      return id
    },
    thumbnail: cell => pictureOf('thumbnail', cell),
    gallery: cell => {
      const pictures = picturesIn(cell)
      if (pictures.length > MOST_PICTURES)
        errors[COLUMNS.gallery] = `A gallery can have ${MOST_PICTURES} pictures at the most.`
      return pictures.slice(0, MOST_PICTURES).map(called => pictureOf('gallery', called))
    },
  }
  for (const [column, cell] of Object.entries(cells)) {
    if (cell !== '') sent[column] = read[column as keyof typeof read](cell)
  }
  return { sent, errors }
}

const MOST_PICTURES = 200

/** The picture names in a gallery's cell; of too many one more than the maximum. */
export const picturesIn = (cell: string): string[] =>
  cell
    .split(GALLERY_SEPARATOR, MOST_PICTURES + 1)
    .map(called => called.trim())
    .filter(Boolean)
