import {
  type Media,
  PRODUCT_DEFAULTS,
  PRODUCT_LABELS,
  type Product,
  type ProductOption,
  productInput,
  VARIANT_LABELS,
} from '@mela/contract'
import { carriedStock, mergeVariants, type VariantValues, variantCopyOf, variantValuesOf } from './variant-values.ts'

export const FIELD_LABELS = { ...PRODUCT_LABELS, ...VARIANT_LABELS }

/** A product as form values: amounts as typed, pictures as ids. */
export interface ProductValues extends Record<keyof typeof FIELD_LABELS, unknown> {
  name: string
  description: string
  price: string
  onSale: boolean
  salePrice: string
  stock: string
  isActive: boolean
  category: string
  thumbnail: string
  gallery: string[]
  options: ProductOption[]
  /** None without options: then the stock is that of the product's only one. */
  variants: VariantValues[]
}

/**
 * A new product starts off sale, because a sale needs a sale price at once (ADR 0033); the defaults of the call stay
 * (T312).
 */
export const newProductValues: ProductValues = {
  name: '',
  description: '',
  price: '',
  onSale: false,
  salePrice: '0',
  stock: '0',
  isActive: PRODUCT_DEFAULTS.isActive,
  category: '',
  thumbnail: '',
  gallery: [],
  options: [],
  variants: [],
}

export function valuesOf(product: Product): ProductValues {
  return {
    name: product.name,
    description: product.description,
    price: String(product.price),
    onSale: product.onSale,
    salePrice: String(product.salePrice),
    stock: String(product.stock),
    isActive: product.isActive,
    category: product.category._id,
    thumbnail: product.thumbnail?._id ?? '',
    gallery: product.gallery.map(({ _id }) => _id),
    options: product.options,
    variants: product.options.length > 0 ? product.variants.map(variantValuesOf) : [],
  }
}

/** A copy of the product, inactive until it is reviewed, without the SKUs. */
export const copyOf = (product: Product): ProductValues => ({
  ...valuesOf(product),
  name: `${product.name.slice(0, 193)} (copy)`,
  isActive: false,
  variants: product.options.length > 0 ? product.variants.map(variantCopyOf) : [],
})

export const picturesOf = ({ thumbnail, gallery }: Product): Media[] => [...(thumbnail ? [thumbnail] : []), ...gallery]

/** The server treats a sale without a sale price as not begun; the form requires one (B8). */
export const productForm = productInput.refine(({ onSale, salePrice }) => !onSale || salePrice > 0, {
  path: ['salePrice'],
  message: 'This cannot be less than 0.01.',
})

const fieldNames = Object.keys(FIELD_LABELS) as (keyof typeof FIELD_LABELS)[]

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Fields that differ between two states of a form. */
export const changedFields = (before: ProductValues, after: ProductValues) =>
  fieldNames.filter(name => !isSame(before[name], after[name]))

/** The typed values on top of those of another state of the product. */
export function withTyped(before: ProductValues, latest: ProductValues, mine: ProductValues): Partial<ProductValues> {
  const stock = { loaded: Number(before.stock), latest: Number(latest.stock) }
  const carried = {
    stock: carriedStock(mine.stock, stock),
    variants: mergeVariants({ loaded: before.variants, latest: latest.variants, mine: mine.variants, stock }),
  }
  const typed = changedFields(before, mine)
  // Options and variants belong together.
  const names = typed.includes('options') ? new Set([...typed, 'variants' as const]) : typed
  return Object.fromEntries([...names].map(name => [name, name in carried ? carried[name as 'stock'] : mine[name]]))
}
