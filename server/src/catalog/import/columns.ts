import {
  FIELD_LABELS,
  type FieldKind,
  PRODUCT_FIELDS,
  type ProductFieldName,
  productFieldNames,
  sentValues,
  type Variant,
} from '@mela/contract'
import type { Fields } from '../product-fields.ts'
import type { FullProduct } from '../product-rows.ts'

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
] as const

/** Only these fields of a product from a file have no default. */
const REQUIRED = ['name', 'price'] as const
export type Required = (typeof REQUIRED)[number]

export const lackingIn = (columns: readonly string[]): Required[] => REQUIRED.filter(field => !columns.includes(field))

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

export interface StockAtExport {
  quantity: number
  movement: number
}

export function rowsOf(product: FullProduct, stocks: Map<string, StockAtExport>): Cells[] {
  const isPlain = product.options.length === 0
  return product.variants.map((variant, index) => {
    const { quantity, movement } = stocks.get(variant._id) ?? { quantity: variant.stock, movement: 0 }
    return {
      ...(index === 0 ? productCells(product) : { id: product._id }),
      ...variantCells(product, variant),
      [isPlain ? 'stock' : 'variantStock']: String(quantity),
      stockAtExport: String(quantity),
      movementAtExport: String(movement),
    }
  })
}

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no')

function productCells(product: FullProduct): Cells {
  const values = sentValues(product)
  const cells = productFieldNames.map(name => [name, cellOf(PRODUCT_FIELDS[name].kind, values[name])])
  const { stock: _, ...written } = Object.fromEntries(cells)
  return {
    id: product._id,
    ...written,
    category: product.category.slug,
    ...Object.fromEntries(product.options.map((option, n) => [OPTION_CELLS[n]?.name, guarded(option.name)])),
  }
}

function cellOf(kind: FieldKind, value: Fields[ProductFieldName]): string {
  if (typeof value === 'boolean') return yesOrNo(value)
  if (typeof value === 'number') return kind === 'amount' ? value.toFixed(2) : String(value)
  if (Array.isArray(value)) return value.join(GALLERY_SEPARATOR)
  return kind === 'text' ? guarded(value ?? '') : (value ?? '')
}

/** Prices that are the product's are left out. */
function variantCells({ options }: FullProduct, { own, ...variant }: Variant): Cells {
  return {
    ...Object.fromEntries(options.map(({ name }, n) => [OPTION_CELLS[n]?.value, guarded(variant.options[name] ?? '')])),
    sku: guarded(variant.sku ?? ''),
    barcode: guarded(variant.barcode ?? ''),
    variantPrice: own.price?.toFixed(2) ?? '',
    variantOnSale: own.onSale === undefined ? '' : yesOrNo(own.onSale),
    variantSalePrice: own.salePrice?.toFixed(2) ?? '',
    variantActive: options.length > 0 ? yesOrNo(variant.isActive) : '',
    variantPicture: variant.media?._id ?? '',
  }
}

/** Spreadsheets run a cell that begins like this as a formula. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/

const guarded = (text: string) => (FORMULA.test(text) ? `'${text}` : text)

/** The export added the apostrophe. */
export const unguarded = (cell: string) => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell)

export type Errors = Record<string, string>

const OF_VARIANTS: Record<string, string> = {
  options: VARIANT_COLUMNS.option1Value,
  sku: VARIANT_COLUMNS.sku,
  barcode: VARIANT_COLUMNS.barcode,
  price: VARIANT_COLUMNS.variantPrice,
  onSale: VARIANT_COLUMNS.variantOnSale,
  salePrice: VARIANT_COLUMNS.variantSalePrice,
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
