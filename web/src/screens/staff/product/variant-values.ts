import {
  amountText,
  type BodyOf,
  type createProduct,
  type ImportedProduct,
  type Product,
  type ProductOption,
  type TypedProduct,
  type updateProduct,
  type Variant,
} from '@mela/contract'
import { randomUuid } from '../../../lib/request-key.ts'

/** A variant as form values: amounts as typed text, '' for the amount of the product. */
export interface VariantValues {
  /** Identifies the row while it is sorted; of a saved variant its id. */
  key: string
  _id?: string
  options: Record<string, string>
  sku: string
  barcode: string
  price: string
  onSale: boolean | null
  salePrice: string
  stock: string
  isActive: boolean
  media: string
  /** Values that another user has saved in fields that are typed differently here. */
  theirs?: Partial<Record<TypedField, string>>
}

export const CELL_LABELS = {
  sku: 'SKU',
  barcode: 'Barcode',
  price: 'Price',
  salePrice: 'Sale price',
  stock: 'Stock',
  isActive: 'Active',
  media: 'Picture',
}
export type TypedField = keyof typeof CELL_LABELS
export const TYPED_FIELDS = Object.keys(CELL_LABELS) as TypedField[]

const textOf = (amount: number | undefined) => (amount === undefined ? '' : amountText(amount))

export const variantValuesOf = (variant: Variant): VariantValues => ({
  key: variant._id,
  _id: variant._id,
  options: variant.options,
  sku: variant.sku ?? '',
  barcode: variant.barcode ?? '',
  price: textOf(variant.own.price),
  onSale: variant.own.onSale ?? null,
  salePrice: textOf(variant.own.salePrice),
  stock: String(variant.stock),
  isActive: variant.isActive,
  media: variant.media?._id ?? '',
})

export function newVariant(options: Record<string, string>): VariantValues {
  const plain = { sku: '', barcode: '', price: '', onSale: null, salePrice: '', stock: '0', isActive: true, media: '' }
  return { key: randomUuid(), options, ...plain }
}

/** A copy for another product, without barcode and SKU, which are unique to a variant. */
export const variantCopyOf = (variant: Variant): VariantValues => {
  const { _id, ...copy } = variantValuesOf(variant)
  return { ...copy, sku: '', barcode: '' }
}

/** The typed units of the active variants. */
export const unitsIn = (variants: VariantValues[]) =>
  variants.reduce((sum, { stock, isActive }) => sum + (isActive ? Math.max(0, Number(stock) || 0) : 0), 0)

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const NOTHING = newVariant({})

/** Whether a cell differs from the loaded variant, or, of a new variant, from an empty one. */
export const isCellChanged = (variant: VariantValues, loaded: VariantValues | undefined, field: TypedField) =>
  variant[field] !== (loaded ?? NOTHING)[field]

/** A typed stock plus the difference between `latest` and `loaded`, so that sales since loading still count. */
export function carriedStock(typed: string, { loaded, latest }: { loaded: number; latest: number }): string {
  const carried = Number(typed) + latest - loaded
  return typed === '' || Number.isNaN(carried) ? typed : String(Math.max(0, carried))
}

interface States {
  loaded: VariantValues[]
  latest: VariantValues[]
  mine: VariantValues[]
  /** The product's stock; if it was loaded without options, that of the variant which is now the first one. */
  stock: { loaded: number; latest: number }
  /** Whether the options of the product were typed, so that rows keep their own options. */
  hasOwnOptions?: boolean
}

/** The typed rows on top of those that another user has saved. Unchanged rows that the other user deleted are dropped. */
export function mergeVariants({ loaded, latest, mine, stock, hasOwnOptions = false }: States): VariantValues[] {
  const [before, now] = [byKey(loaded), byKey(latest)]
  const kept = mine.flatMap(row => {
    const [old, theirs] = [before.get(row.key), now.get(row.key)]
    if (!old && row._id && loaded.length === 0) return { ...row, stock: carriedStock(row.stock, stock) }
    if (!old) return row
    if (theirs) return { ...mergeRow(old, theirs, row), options: (hasOwnOptions ? row : theirs).options }
    return isSame(old, row) ? [] : row
  })
  const known = new Set([...before.keys(), ...mine.map(({ key }) => key)])
  return [...kept, ...latest.filter(({ key }) => !known.has(key))]
}

/** The rows that fit a combination of the options; of two rows with the same combination, the saved one stays. */
export function fittingVariants(options: ProductOption[], rows: VariantValues[]): VariantValues[] {
  const fitting = rows.filter(
    row =>
      Object.keys(row.options).length === options.length &&
      options.every(({ name, values }) => values.some(value => value.name === row.options[name])),
  )
  const combination = (row: VariantValues) => JSON.stringify(options.map(({ name }) => row.options[name]))
  const savedLast = fitting.toSorted((one, other) => Number(one._id !== undefined) - Number(other._id !== undefined))
  const keys = new Map(savedLast.map(row => [combination(row), row.key]))
  return fitting.filter(row => keys.get(combination(row)) === row.key)
}

const byKey = (rows: VariantValues[]) => new Map(rows.map(row => [row.key, row]))

function mergeRow(loaded: VariantValues, latest: VariantValues, mine: VariantValues): VariantValues {
  const typed = TYPED_FIELDS.filter(field => mine[field] !== loaded[field])
  const merged = { ...latest }
  const theirs: VariantValues['theirs'] = {}
  for (const field of typed) {
    const carried = carriedStock(mine.stock, { loaded: Number(loaded.stock), latest: Number(latest.stock) })
    Object.assign(merged, field === 'stock' ? { stock: carried } : { [field]: mine[field] })
    const isTheirs = field !== 'stock' && latest[field] !== loaded[field] && latest[field] !== mine[field]
    if (isTheirs) theirs[field] = String(latest[field])
  }
  if (typed.includes('salePrice')) merged.onSale = mine.onSale
  return Object.keys(theirs).length > 0 ? { ...merged, theirs } : merged
}

type Sent = Pick<BodyOf<typeof updateProduct>, 'options' | 'variants' | 'stock' | 'baseStock'>
type Input = NonNullable<ImportedProduct['variants']>[number]

/** The options and variants that a save sends: undefined if none has changed, and only changed fields of a variant. */
export function changedVariants(input: TypedProduct, loaded: Product): Sent {
  const { options = [], variants = [] } = input
  if (options.length === 0) return changedOnlyVariant(input, loaded)
  // Each variant sends its own stock, and the product sends the loaded sum unchanged.
  const { stock } = loaded
  const present = new Map(loaded.variants.map(one => [one._id, one]))
  const rows = variants.map(row => changesOf(row, present.get(row._id ?? '')))
  const isUntouched =
    isSame(options, loaded.options) &&
    isSame(
      rows.map(({ _id }) => _id),
      [...present.keys()],
    ) &&
    rows.every(row => Object.keys(row).length <= 2)
  return isUntouched ? { options: undefined, variants: undefined, stock } : { options, variants: rows, stock }
}

/** A product without options: its variant is sent when its codes change, and with those alone when its options go. */
function changedOnlyVariant({ sku = null, barcode = null }: TypedProduct, { options, variants }: Product): Sent {
  const [only] = variants
  if (options.length > 0) {
    const own = { price: null, onSale: null, salePrice: null, isActive: true, media: null }
    return { options: [], variants: [{ ...(only && { _id: only._id }), options: {}, ...own, sku, barcode }] }
  }
  const isUntouched = !only || (sku === only.sku && barcode === only.barcode)
  if (isUntouched) return { options: undefined, variants: undefined }
  return { options: undefined, variants: [{ _id: only._id, sku, barcode, version: only.version }] }
}

function changesOf(row: Input, loaded: Variant | undefined): Input {
  if (!loaded) return row
  const { options, stock, ...fields } = row
  const { own } = loaded
  const before: Record<string, unknown> = {
    ...{ sku: loaded.sku, barcode: loaded.barcode, isActive: loaded.isActive, media: loaded.media?._id ?? null },
    ...{ price: own.price ?? null, onSale: own.onSale ?? null, salePrice: own.salePrice ?? null },
  }
  const changed = Object.entries(fields).filter(([key, value]) => key in before && value !== before[key])
  const isMoved = !isSame(options, loaded.options)
  return {
    ...{ _id: loaded._id, options },
    ...Object.fromEntries(changed),
    ...(stock !== loaded.stock && { stock, baseStock: loaded.stock }),
    ...((changed.length > 0 || isMoved) && { version: loaded.version }),
  }
}

/** The request body for a new product, whose stock is the sum of its active variants. */
export function newProductBody({ sku, barcode, ...input }: TypedProduct): BodyOf<typeof createProduct> {
  const { options = [], variants = [], thumbnail, ...others } = input
  const fields = { ...others, thumbnail: thumbnail ?? '' }
  if (options.length === 0) return sku || barcode ? { ...fields, variants: [{ sku, barcode }] } : fields
  const stock = variants.reduce((sum, { stock = 0, isActive = true }) => sum + (isActive ? stock : 0), 0)
  return { ...fields, stock, options, variants }
}
