import type { ProductCard } from '@mela/contract'

export type StoredProduct = Pick<
  ProductCard,
  '_id' | 'name' | 'thumbnail' | 'price' | 'onSale' | 'salePrice' | 'stock' | 'isActive'
>

export function storedProduct({ _id, name, thumbnail, price, onSale, salePrice, stock, isActive }: StoredProduct) {
  return { _id, name, thumbnail, price, onSale, salePrice, stock, isActive }
}

/** Validates a product of local storage, which any script or user can edit. */
export function isStoredProduct(value: unknown): value is StoredProduct {
  if (!isRecord(value)) return false
  return (
    isObjectId(value._id) &&
    isText(value.name) &&
    (value.thumbnail === null || isPicture(value.thumbnail)) &&
    isAmount(value.price) &&
    isAmount(value.salePrice) &&
    Number.isSafeInteger(value.stock) &&
    typeof value.onSale === 'boolean' &&
    typeof value.isActive === 'boolean'
  )
}

export function isPicture(value: unknown): boolean {
  return isRecord(value) && isText(value.url)
}

export function isObjectId(value: unknown): value is string {
  return isText(value) && /^[0-9a-f]{24}$/.test(value)
}

export function isText(value: unknown): value is string {
  return typeof value === 'string'
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

const LARGEST_AMOUNT = 10_000_000

function isAmount(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= LARGEST_AMOUNT
}

interface WithPictures<Picture> {
  thumbnail: Picture | null
  gallery: readonly Picture[]
}

/** The thumbnail first, then the gallery, every picture once. */
export function productPictures<Picture extends { url: string }>(product: WithPictures<Picture>): Picture[] {
  const { thumbnail, gallery } = product
  const all = thumbnail ? [thumbnail, ...gallery] : gallery
  return [...new Map(all.map(picture => [picture.url, picture])).values()]
}

export const pictureName = (productId: string) => `product-${productId}`
