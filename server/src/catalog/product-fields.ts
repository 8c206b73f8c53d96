import { isDeepStrictEqual } from 'node:util'
import {
  type ImportedProduct,
  type Product,
  type ProductFieldName,
  sentValues,
  type Variant,
  type VariantInput,
} from '@mela/contract'

/** A variant as staff set it: without a price of its own it has the product's. */
export type VariantFields = Omit<VariantInput, 'baseStock' | 'version'>

/** The fields of a product that an admin can change. */
export type Fields = Pick<ImportedProduct, ProductFieldName> & {
  options: Product['options']
  /** Empty for a product without options whose only variant has no fields of its own; `stock` is then the product's. */
  variants: VariantFields[]
}

/** Marks the audit event of an undo with the history entry that it undid. */
export const UNDOES = 'undoes'
/** A key beside the fields before a change of variants: the id of the only variant of a product without options. */
export const PLAIN_VARIANT = 'plainVariant'

export const fieldsOf = (product: Pick<Product, keyof Fields>): Fields => ({
  ...sentValues(product),
  options: product.options,
  variants: isPlain(product) ? [] : product.variants.map(one => variantFieldsOf(one, product.options.length > 0)),
})

const isPlain = ({ options, variants }: Pick<Product, 'options' | 'variants'>) =>
  options.length === 0 &&
  variants.every(({ sku, barcode, media, isActive, own }) => {
    return sku === null && barcode === null && media === null && isActive && Object.keys(own).length === 0
  })

/** The keys follow the contract's order, so that equal variants are equal texts. */
export function variantFieldsOf(variant: Variant, hasStock: boolean): VariantFields {
  return {
    _id: variant._id,
    options: variant.options,
    sku: variant.sku,
    barcode: variant.barcode,
    price: variant.own.price ?? null,
    onSale: variant.own.onSale ?? null,
    salePrice: variant.own.salePrice ?? null,
    ...(hasStock && { stock: variant.stock }),
    isActive: variant.isActive,
    media: variant.media?._id ?? null,
  }
}

/** The fields that differ, before and after. */
export function whatChanged(before: Fields, after: Fields): { before: Partial<Fields>; after: Partial<Fields> } {
  const changed = differences(before, after)
  return {
    before: Object.fromEntries(changed.map(([key]) => [key, before[key as keyof Fields]])),
    after: Object.fromEntries(changed),
  }
}

/** The entries of `after` that differ from `before`. */
export const differences = (before: Partial<Fields>, after: Partial<Fields>): [string, unknown][] =>
  Object.entries(after).filter(([key, value]) => !isDeepStrictEqual(value, before[key as keyof Fields]))
