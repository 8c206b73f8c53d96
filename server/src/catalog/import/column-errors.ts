import { COLUMNS, VARIANT_COLUMNS } from './columns.ts'

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
