import { FIELD_LABELS } from '@mela/contract'
import { isTooMany, TOO_MANY } from '../save-variants.ts'

/** Each row of a product is one variant. */
export const VARIANT_COLUMNS = {
  option1Name: 'Option1 name',
  option1Value: 'Option1 value',
  option2Name: 'Option2 name',
  option2Value: 'Option2 value',
  option3Name: 'Option3 name',
  option3Value: 'Option3 value',
  sku: 'Variant SKU',
  barcode: 'Variant barcode',
  variantPrice: 'Variant price',
  variantOnSale: 'Variant on sale',
  variantSalePrice: 'Variant sale price',
  variantContent: 'Variant content',
  variantWeight: 'Variant weight in grams',
  variantStock: 'Variant stock',
  variantActive: 'Variant active',
  variantPicture: 'Variant picture',
} as const

/** Columns are named like the dashboard's form fields. */
export const COLUMNS = {
  id: 'Id',
  ...FIELD_LABELS,
  ...VARIANT_COLUMNS,
  /** The ledger's last movement before the export tells which sales came later. */
  stockAtExport: 'Stock at export',
  movementAtExport: 'Movement at export',
} as const

/** The name of a product in another shop is read, not written. */
export const READ_COLUMNS = { ...COLUMNS, handle: 'Handle' } as const
export type Column = keyof typeof READ_COLUMNS

export type Cells = Partial<Record<Column, string>>

export const AMOUNT_COLUMNS = [
  'price',
  'salePrice',
  'variantPrice',
  'variantSalePrice',
  'stock',
  'variantStock',
  'weight',
  'variantWeight',
] as const

/** Only these fields of a product from a file have no default. */
export type Required = 'name' | 'price'

export const lackOf = (field: Required) => `The file has no column for the ${FIELD_LABELS[field].toLowerCase()}.`

export const GALLERY_SEPARATOR = '|'

export const NOTHING = '-'

/** The options' names are in the product's first row. */
export const OPTION_CELLS = [
  { name: 'option1Name', value: 'option1Value' },
  { name: 'option2Name', value: 'option2Value' },
  { name: 'option3Name', value: 'option3Value' },
] as const

const ofVariant = Object.keys(VARIANT_COLUMNS) as (keyof typeof VARIANT_COLUMNS)[]

export const namesVariant = (cells: Cells) => ofVariant.some(column => cells[column])

/** Spreadsheets run a cell that begins like this as a formula. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/

export const guarded = (text: string) => (FORMULA.test(text) ? `'${text}` : text)

export const unguarded = (cell: string) => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell)

export type Errors = Record<string, string>

const OF_VARIANTS: Record<string, string> = {
  options: VARIANT_COLUMNS.option1Value,
  sku: VARIANT_COLUMNS.sku,
  barcode: VARIANT_COLUMNS.barcode,
  price: VARIANT_COLUMNS.variantPrice,
  onSale: VARIANT_COLUMNS.variantOnSale,
  salePrice: VARIANT_COLUMNS.variantSalePrice,
  content: VARIANT_COLUMNS.variantContent,
  weight: VARIANT_COLUMNS.variantWeight,
  stock: VARIANT_COLUMNS.variantStock,
  isActive: VARIANT_COLUMNS.variantActive,
  media: VARIANT_COLUMNS.variantPicture,
}

/** A later row of the product is named with its number. */
export function columnOf(path: readonly PropertyKey[], rows: (number | undefined)[] = [], first?: number): string {
  const [field, index, part] = path
  if (field === 'variants' && typeof part === 'string') {
    return inRow(OF_VARIANTS[part] ?? COLUMNS.option1Value, rows[Number(index)], first)
  }
  if (field === 'options') return part === 'values' ? COLUMNS.option1Value : COLUMNS.option1Name
  return COLUMNS[field as keyof typeof COLUMNS] ?? ''
}

export const inRow = (column: string, row: number | undefined, first: number | undefined) =>
  row === undefined || row === first ? column : `Row ${row}, ${column}`

/**
 * 'Stock at export' refers to that moment: sales since are added, so that repeating an import changes nothing (ADR
 * 0018). No stock leaves the present one.
 */
export function stockNow(
  asked: string,
  { stockAtExport = '', movementAtExport = '' }: Cells,
  present: { stock: number; sold: number } | undefined,
): { stock?: string; errors: Errors } {
  if (isWhole(asked) && isTooMany(Number(asked), present?.stock)) return { errors: { [COLUMNS.stock]: TOO_MANY } }
  if (!present || !isWhole(asked) || stockAtExport === '') return { stock: asked, errors: {} }
  if (!isWhole(stockAtExport)) return { errors: { [COLUMNS.stockAtExport]: NOT_WHOLE } }
  if (movementAtExport !== '' && !isWhole(movementAtExport))
    return { errors: { [COLUMNS.movementAtExport]: NOT_WHOLE } }

  const [typed, base] = [Number(asked), Number(stockAtExport)]
  if (typed === base) return { errors: {} }
  const since = movementAtExport === '' ? present.stock - base : present.sold
  if (typed + since >= 0) return { stock: String(typed + since), errors: {} }
  return { errors: { [COLUMNS.stock]: `${-since} were sold since this file was exported. Export it again.` } }
}

const NOT_WHOLE = 'This must be a whole number.'

/** Some spreadsheets write whole numbers with decimals. */
export const isWhole = (cell: string) => /^\d{1,15}(\.0*)?$/.test(cell)
