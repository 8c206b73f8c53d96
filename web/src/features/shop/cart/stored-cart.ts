import type { Address } from '@mela/contract'
import {
  isObjectId,
  isRecord,
  isStoredProduct,
  isText,
  type StoredProduct,
  storedProduct,
} from '../../../lib/stored-product.ts'
import type { CartItem } from './cart.store.ts'

/** A product with the prices and the stock of one variant. With `variant: null` one must be chosen before ordering. */
export interface CartProduct extends StoredProduct {
  variant: { _id: string; options: Record<string, string> } | null
  /** In grams; unknown before the cart was checked. */
  weight?: number | null | undefined
  /** Of its page; unknown in a cart that was stored before there were slugs. */
  slug?: string | undefined
}

/** Lines of one product differ by their variants. */
export const lineId = ({ _id, variant }: CartProduct) => variant?._id ?? _id

const MOST_OF_ONE = 1_000_000

/** The valid lines, one for each variant. */
export function readItems(stored: unknown): CartItem[] {
  const lines = Array.isArray(stored) ? stored.filter(isItem).map(readItem) : []
  return [...new Map(lines.map(line => [lineId(line.product), line])).values()]
}

/** A line in local storage: the variant is beside the product, which keeps the fields that SPEC names. */
interface StoredItem {
  product: StoredProduct
  variant?: CartProduct['variant']
  weight?: CartProduct['weight']
  slug?: CartProduct['slug']
  quantity: number
}

export function storedItem({ product: { variant, weight, slug, ...product }, quantity }: CartItem): StoredItem {
  return { product, variant, ...(weight && { weight }), ...(slug && { slug }), quantity }
}

/** A line that was stored before variants existed gets the first variant, whose id equals the product's (ADR 0038). */
function readItem({ product, variant, weight, slug, quantity }: StoredItem): CartItem {
  const isKnown = variant === null || (isRecord(variant) && isObjectId(variant._id) && isTexts(variant.options))
  const read = isKnown ? variant : { _id: product._id, options: {} }
  const known = { ...(typeof weight === 'number' && weight > 0 && { weight }), ...(isText(slug) && { slug }) }
  return { product: { ...storedProduct(product), variant: read, ...known }, quantity }
}

const isTexts = (value: unknown) => isRecord(value) && Object.values(value).every(isText)

function isItem(value: unknown): value is StoredItem {
  if (!isRecord(value) || !isStoredProduct(value.product)) return false
  const { quantity } = value
  return typeof quantity === 'number' && Number.isInteger(quantity) && quantity >= 1 && quantity <= MOST_OF_ONE
}

const addressFields: (keyof Address)[] = [
  '_id',
  'countryCode',
  'phoneNumber',
  'building',
  'street',
  'city',
  'state',
  'pinCode',
  'country',
]

export function readAddress(stored: unknown): Address | null {
  if (!isRecord(stored) || !isRecord(stored.name)) return null
  const { firstName, lastName } = stored.name
  const isWhole = isText(firstName) && isText(lastName) && addressFields.every(field => isText(stored[field]))
  return isWhole ? (stored as unknown as Address) : null
}
