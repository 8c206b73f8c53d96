import {
  type ImportedProduct,
  type Product,
  type ProductFieldName,
  sentValues,
  type Variant,
  type VariantInput,
} from '@mela/contract'

/** A variant that has no price, content or weight of its own has the product's. */
export type VariantFields = Omit<VariantInput, 'baseStock'>

export type Fields = Pick<ImportedProduct, ProductFieldName> & {
  options: Product['options']
  /** Empty when the only variant has no fields of its own; `stock` is then the product's. */
  variants: VariantFields[]
}

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
    content: variant.own.content ?? null,
    weight: variant.own.weight ?? null,
    ...(hasStock && { stock: variant.stock }),
    isActive: variant.isActive,
    media: variant.media?._id ?? null,
  }
}
