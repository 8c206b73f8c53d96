import {
  amountText,
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
} from '@mela/contract'
import {
  carriedStock,
  fittingVariants,
  mergeVariants,
  type VariantValues,
  variantCopyOf,
  variantValuesOf,
} from './variant-values.ts'

/** The type of a form value by kind of field: numbers as typed text, pictures as ids, '' for none. */
interface TypedValue {
  text: string
  slug: string
  amount: string
  whole: string
  flag: boolean
  category: string
  picture: string
  pictures: string[]
}

type FieldValues = { [Name in ProductFieldName]: TypedValue[(typeof PRODUCT_FIELDS)[Name]['kind']] }

/** A product as form values. */
export type ProductValues = FieldValues & {
  /** Of the only variant of a product without options; '' for one with options. */
  sku: string
  barcode: string
  options: ProductOption[]
  /** Empty for a product without options: `stock` is then the stock of its only variant. */
  variants: VariantValues[]
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
  }
}

const COPY = ' (copy)'

/** A copy of the product, inactive until it is reviewed, with its own address and without the SKUs. */
export const copyOf = (product: Product): ProductValues => ({
  ...valuesOf(product),
  name: product.name.slice(0, PRODUCT_FIELDS.name.max - COPY.length) + COPY,
  slug: '',
  isActive: false,
  sku: '',
  barcode: '',
  variants: product.options.length > 0 ? product.variants.map(variantCopyOf) : [],
})

export const picturesOf = ({ thumbnail, gallery }: Product): Media[] => [...(thumbnail ? [thumbnail] : []), ...gallery]

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
const fieldNames = Object.keys(FORM_LABELS) as (keyof ProductValues)[]

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Fields that differ between two states of a form. */
export const changedFields = (before: ProductValues, after: ProductValues) =>
  fieldNames.filter(name => !isSame(before[name], after[name]))

/** The typed values on top of a newer state of the product; `leftOut` counts variants that do not fit its options. */
export function withTyped(before: ProductValues, latest: ProductValues, mine: ProductValues) {
  const typed = changedFields(before, mine)
  const values: Partial<ProductValues> = Object.fromEntries(typed.map(name => [name, mine[name]]))
  if (isSame(before, latest)) return { values, leftOut: 0 }
  const stock = { loaded: Number(before.stock), latest: Number(latest.stock) }
  if (values.stock !== undefined) values.stock = carriedStock(values.stock, stock)
  // Typed options also replace the options of the variants.
  const hasOwnOptions = values.options !== undefined
  if (!hasOwnOptions && !values.variants) return { values, leftOut: 0 }
  const states = { loaded: before.variants, latest: latest.variants, mine: mine.variants }
  const merged = mergeVariants({ ...states, stock, hasOwnOptions })
  values.variants = fittingVariants(hasOwnOptions ? mine.options : latest.options, merged)
  return { values, leftOut: merged.length - values.variants.length }
}
