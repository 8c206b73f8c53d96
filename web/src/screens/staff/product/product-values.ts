import {
  amountText,
  FIELD_LABELS,
  type Media,
  PRODUCT_FIELDS,
  PRODUCT_LABELS,
  type Product,
  type ProductField,
  type ProductFieldName,
  type ProductOption,
  productFieldNames,
  sentValues,
  typedProduct,
  type Variant,
} from '@mela/contract'
import { useWatch } from 'react-hook-form'
import { changesIn, isSame } from '../../../lib/changes.ts'
import { randomUuid } from '../../../lib/request-key.ts'

/** The type of a form value by kind of field: numbers as typed text, pictures as ids, '' for none. */
type TypedValue<Kind> = Kind extends 'flag' ? boolean : Kind extends 'pictures' ? string[] : string

type FieldValues = { [Name in ProductFieldName]: TypedValue<(typeof PRODUCT_FIELDS)[Name]['kind']> }

export type ProductValues = FieldValues & {
  /** Of the only variant of a product without options; '' for one with options. */
  sku: string
  barcode: string
  options: ProductOption[]
  /** Empty for a product without options: `stock` is then the stock of its only variant. */
  variants: VariantValues[]
  /** The chosen pictures, of which the other fields hold ids alone. */
  pictures: Media[]
}

const asTyped = (of: (name: ProductFieldName) => unknown) =>
  Object.fromEntries(productFieldNames.map(name => [name, typedValue(name, of(name))])) as FieldValues

function typedValue(name: ProductFieldName, value: unknown) {
  if (typeof value !== 'number') return value ?? ''
  return PRODUCT_FIELDS[name].kind === 'amount' ? amountText(value) : String(value)
}

const initialOf = ({ initial, ...field }: ProductField) => initial ?? field.default

export const newProductValues: ProductValues = {
  ...asTyped(name => initialOf(PRODUCT_FIELDS[name])),
  sku: '',
  barcode: '',
  options: [],
  variants: [],
  pictures: [],
}

export function valuesOf(product: Product): ProductValues {
  const values = sentValues(product)
  const only = product.options.length === 0 ? product.variants[0] : undefined
  return {
    ...asTyped(name => values[name]),
    sku: only?.sku ?? '',
    barcode: only?.barcode ?? '',
    options: product.options,
    variants: product.options.length > 0 ? product.variants.map(variantValuesOf) : [],
    pictures: [product.thumbnail ?? [], product.gallery].flat(),
  }
}

const COPY = ' (copy)'

/** A copy of the product, inactive until it is reviewed, with its own address and without codes, which are unique. */
export function copyOf(product: Product): ProductValues {
  const { variants, ...values } = valuesOf(product)
  return {
    ...values,
    name: product.name.slice(0, PRODUCT_FIELDS.name.max - COPY.length) + COPY,
    slug: '',
    isActive: false,
    sku: '',
    barcode: '',
    variants: variants.map(({ _id, ...copy }) => ({ ...copy, sku: '', barcode: '' })),
  }
}

/** The chosen pictures by id. Must be inside a product's form. */
export function useKnownPictures(): ReadonlyMap<string, Media> {
  const pictures = useWatch<ProductValues, 'pictures'>({ name: 'pictures' })
  return new Map(pictures.map(picture => [picture._id, picture]))
}

/** A product on sale must have a sale price; the server would treat the sale as not begun. */
export const productForm = (before?: Product) =>
  typedProduct(before && presentValues(before)).refine(
    ({ onSale, salePrice }) => !onSale || salePrice > 0 || (before?.onSale && before.salePrice === 0),
    { path: ['salePrice'], message: 'This cannot be less than 0.01.' },
  )

const presentValues = (product: Product) => ({
  ...sentValues(product),
  variants: product.variants.map(({ _id, own }) => ({ _id, price: own.price ?? null })),
})

export const FORM_LABELS = { ...PRODUCT_LABELS, sku: 'SKU', barcode: 'Barcode' }

export const changesOf = (before: ProductValues, after: ProductValues): Partial<ProductValues> =>
  changesIn(Object.keys(FORM_LABELS), before, after)

/** The typed values on top of a newer state of the product, which may hold them already when a save was cut off. */
export function withTyped(before: ProductValues, latest: ProductValues, mine: ProductValues, mayBeSaved = false) {
  const stockOn = mayBeSaved ? stockUnlessSaved : carriedStock
  const values = changesOf(before, mine)
  if (values.thumbnail !== undefined || values.gallery) values.pictures = [...latest.pictures, ...mine.pictures]
  if (isSame(before, latest)) return values
  if (values.stock !== undefined) values.stock = stockOn(values.stock, before, latest)
  if (values.options || values.variants) values.variants = mergeVariants(before, latest, mine, stockOn)
  return values
}

interface Stocked {
  stock: string
}

/** A typed stock plus the difference between `latest` and `loaded`, so that sales since loading still count. */
export function carriedStock(typed: string, loaded: Stocked, latest: Stocked): string {
  const carried = Number(typed) + Number(latest.stock) - Number(loaded.stock)
  return typed === '' || Number.isNaN(carried) ? typed : String(Math.max(0, carried))
}

const stockUnlessSaved = (typed: string, loaded: Stocked, latest: Stocked): string =>
  latest.stock === loaded.stock ? typed : latest.stock

/** The typed rows on top of those that another user has saved. Unchanged rows that the other user deleted are dropped. */
function mergeVariants(
  before: ProductValues,
  latest: ProductValues,
  mine: ProductValues,
  stockOn: typeof carriedStock,
): VariantValues[] {
  const [loaded, now] = [byKey(before.variants), byKey(latest.variants)]
  // Typed options also replace the options of the variants.
  const hasOwnOptions = !isSame(before.options, mine.options)
  const kept = mine.variants.flatMap(row => {
    const [old, theirs] = [loaded.get(row.key), now.get(row.key)]
    // The only variant of a product that was loaded without options has the product's stock.
    if (!old && row._id && loaded.size === 0) return { ...row, stock: stockOn(row.stock, before, latest) }
    if (!old) return row
    if (theirs) return { ...mergeRow(old, theirs, row, stockOn), options: (hasOwnOptions ? row : theirs).options }
    return isSame(old, row) ? [] : row
  })
  const known = new Set([...loaded.keys(), ...mine.variants.map(({ key }) => key)])
  return [...kept, ...latest.variants.filter(({ key }) => !known.has(key))]
}

const byKey = (rows: VariantValues[]) => new Map(rows.map(row => [row.key, row]))

function mergeRow(
  loaded: VariantValues,
  latest: VariantValues,
  mine: VariantValues,
  stockOn: typeof carriedStock,
): VariantValues {
  const typed = TYPED_FIELDS.filter(field => mine[field] !== loaded[field])
  const stock = stockOn(mine.stock, loaded, latest)
  const theirs = typed.filter(
    field => field !== 'stock' && latest[field] !== loaded[field] && latest[field] !== mine[field],
  )
  return {
    ...latest,
    ...Object.fromEntries(typed.map(field => [field, field === 'stock' ? stock : mine[field]])),
    ...(typed.includes('salePrice') && { onSale: mine.onSale }),
    ...(theirs.length > 0 && { theirs: Object.fromEntries(theirs.map(field => [field, String(latest[field])])) }),
  }
}

/** A variant as form values: amounts as typed text, '' for what the product has. */
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
  content: string
  /** In grams. */
  weight: string
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
  content: FIELD_LABELS.content,
  weight: FIELD_LABELS.weight,
  isActive: 'Active',
  media: 'Picture',
}
type TypedField = keyof typeof CELL_LABELS
export const TYPED_FIELDS = Object.keys(CELL_LABELS) as TypedField[]

const textOf = (amount: number | undefined) => (amount === undefined ? '' : amountText(amount))

const variantValuesOf = (variant: Variant): VariantValues => ({
  key: variant._id,
  _id: variant._id,
  options: variant.options,
  sku: variant.sku ?? '',
  barcode: variant.barcode ?? '',
  price: textOf(variant.own.price),
  onSale: variant.own.onSale ?? null,
  salePrice: textOf(variant.own.salePrice),
  stock: String(variant.stock),
  content: variant.own.content ?? '',
  weight: textOf(variant.own.weight),
  isActive: variant.isActive,
  media: variant.media?._id ?? '',
})

export function newVariant(options: Record<string, string>): VariantValues {
  return {
    ...{ key: randomUuid(), options, sku: '', barcode: '', price: '', onSale: null, salePrice: '' },
    ...{ stock: '0', content: '', weight: '', isActive: true, media: '' },
  }
}

export const unitsIn = (variants: VariantValues[]) =>
  variants.reduce((sum, { stock, isActive }) => sum + (isActive ? Math.max(0, Number(stock) || 0) : 0), 0)

const NOTHING = newVariant({})

/** Whether a cell differs from the loaded variant, or, of a new variant, from an empty one. */
export const isCellChanged = (variant: VariantValues, loaded: VariantValues | undefined, field: TypedField) =>
  variant[field] !== (loaded ?? NOTHING)[field]
