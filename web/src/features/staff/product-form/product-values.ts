import { type Media, PRODUCT_DEFAULTS, PRODUCT_LABELS, type Product, productInput } from '@mela/contract'

/** A product as form values: amounts as typed, pictures as ids. */
export interface ProductValues extends Record<keyof typeof PRODUCT_LABELS, unknown> {
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
  }
}

/** A copy of the product, inactive until it is reviewed. */
export const copyOf = (product: Product): ProductValues => ({
  ...valuesOf(product),
  name: `${product.name.slice(0, 193)} (copy)`,
  isActive: false,
})

export const picturesOf = ({ thumbnail, gallery }: Product): Media[] => [...(thumbnail ? [thumbnail] : []), ...gallery]

/** The server treats a sale without a sale price as not begun; the form requires one (B8). */
export const productForm = productInput.refine(({ onSale, salePrice }) => !onSale || salePrice > 0, {
  path: ['salePrice'],
  message: 'This cannot be less than 0.01.',
})

const fieldNames = Object.keys(PRODUCT_LABELS) as (keyof typeof PRODUCT_LABELS)[]

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** A stock that was typed when the shop had `loaded`, now that it has `latest`: its difference stays, so that sales do (B92). */
export function carriedStock(typed: string, { loaded, latest }: { loaded: number; latest: number }): string {
  const carried = Number(typed) + latest - loaded
  return typed === '' || Number.isNaN(carried) ? typed : String(Math.max(0, carried))
}

/** Fields that differ between two states of a form. */
export const changedFields = (before: ProductValues, after: ProductValues) =>
  fieldNames.filter(name => !isSame(before[name], after[name]))
